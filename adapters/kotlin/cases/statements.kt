// Statements that the other sample does not have.
suspend fun later(count: Int, file: File): Int {
    require(count > 0)
    var left = count
    left--
    val double = { x: Int -> x * 2 }
    val job = async { double(left) }
    val found = job.await()
    file.reader().use { it.read() }
    when (found) {
        in 1..3 -> return 1
        else -> sequence { yield(found) }
    }
    return left
}
