// Statements that the other sample does not have.
func later(value: Int?, shape: Shape) -> Int {
    assert(shape.isWhole)
    defer { shape.close() }
    if value == nil {
        fatalError("no value")
    }
    let point = shape as? Point
    let twice = { (x: Int) in x * 2 }
    Task { await point.load() }
    return twice(1)
}
