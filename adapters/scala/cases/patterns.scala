package shop
package stock

import shop.tools.Hammer
import shop.tools.{Saw, Drill => Bit, Nail as Pin, _}
import shop.parts._

/** What can be drawn. */
@deprecated trait Shape[+T] extends Base with Sized[T] {
  type Item
  type Alias = Box
  val area: Double
  var depth: Int
  def draw(box: Box)(implicit ctx: Ctx): Unit
  def side: Int
}

@serializable class Animal(val name: String, age: Int = 3) extends Living(name) with Shape[Box] {
  def this(x: Int) = this("a", x)
  @volatile var count = 0
  @transient val lid: Lid = new Lid
  @inline def speak(loudly: Boolean): Unit = {
    super.speak()
    this.count = age
    lid.turn().twice()
  }
  def size = count
  def ++(other: Animal): Animal = other
}

class Plain
@main object Tools extends Shape[Box] with Sized {
  val Limit = 10
  def help(x: Int): Int = x
}
enum Color extends Sized {
  case Red
  case Mixed(part: Int)
}
object Kept extends Holder {
  Limit
}
package object extras {
  def more(x: Int) = Tools.help(x)
}
package inner {
  class Deep
}
extension (text: String) def loud(times: Int): String = text
given first: Shape = new Circle
val top = 1

object Runs {
  def run(items: List[Box], kind: Any): Int = {
    val (left, right) = pair(kind)
    val one, two = 1
    var level = Tools.Limit
    for {
      item <- items
      other = item
      if other.ready
    } yield item
    for (item <- items) item.open()
    items.foreach(box => box.open())
    items.foreach((box: Box) => box)
    kind match {
      case box: Box => box
      case Pair(a, b) => a
      case (c, d) => c
      case head :: tail => head
      case all @ Box(_) => all
      case any => any
      case _ => throw new Problem("x")
    }
    if (left && right) {
      println(level)
    } else if (left) level else two
    while (left) { level = one }
    do { one } while (right)
    try { run() } catch { case e: Problem => e.show() } finally { close() }
    val made = new shop.Box(1)
    val typed = new Crate[Int](1)
    val nameless = new Shape[Int] { val area = 1.0 }
    val bare = new Plain { val extra = 1 }
    help[Int](level)
    Tools.help[Int](level)
    Tools.help
    items apply left
    items ++ right
    val both = (one, two)
    val text = s"$one ${two}"
    val no = !left
    work _
    if (kind == null) return level
    val later = items.map(_.size)
    (level)
  }
  def nested(x: Int): Int =
    val y = x
    help(y)
    y
}
