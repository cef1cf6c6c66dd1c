object Statements {
  // Statements that the other sample does not have.
  def later(values: List[Int], other: Any): Int = {
    require(values.nonEmpty)
    val task = Future(values.head)
    val made = Point(1, 2)
    var count = 0
    count += 1
    if (other.isInstanceOf[Point]) {
      return 0
    }
    val double = (x: Int) => x * 2
    values.foreach { value => println(value) }
    values.map({ case 1 => 2 })
    values.collect { case 1 => 2 }
    values match {
      case Nil => 0
      case _ => made.x
    }
  }
}
