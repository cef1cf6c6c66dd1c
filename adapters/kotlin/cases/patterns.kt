package garden.shed

import garden.Spade
import garden.tools.*
import garden.Rake as Fork

/** A place for tools. */
@Marker
public abstract class Shed<T : Spade>(
  @Inject private val size: Int,
  var label: String = "a",
  vararg rest: Int
) : Room<T>(size), Dry, Locked by lock {
  @Marker val count: Int get() = size
  val plain: String
  val made by lazy { 1 }
  var owner: String = label

  @Marker fun dig(a: Int, then: (Int) -> String, build: Spade.() -> Unit): List<T> {
    val local: Spade
    return a
  }

  fun Spade.sharpen(@Marker hard: Boolean): Spade = this

  @Marker object Only : Room<Spade>(1), Dry {
    fun close() {}
  }

  enum class Size(val v: Int) : Dry {
    @Marker SMALL(1) {
      override fun dry() {}
    },
    LARGE
  }

  interface Deep
}

class Box {
  constructor(a: Int) : this(a, "b") {
    start()
  }

  @Marker
  constructor() : super(1) {
    start()
  }

  @Marker
  companion object : Maker(), Named {
    const val LIMIT = 1
  }
}

@Marker typealias Tools = Map<String, Spade>

val Spade.long: Int get() = 1
val top = first

fun main(args: Array<String>) {
  val a = Shed.make(1, first) { it.dig() }
  val lazily by lazy { 1 }
  val (b, c) = pair
  a.dig().sharpen()?.close()!!.size
  list.map { x -> x.dig() }.filter(::pred).forEach(Spade::dig)
  start()
  this@main.close()
  val f = fun(x: Int): Int { return x }
  val o = object : Dry { override fun dry() {} }
  val p = object : Room<Spade>(1) {}
  when (val kind = a.kind) {
    is Spade -> kind.dig()
    first, a.size -> {}
    else -> top
  }
  for ((k, v) in map) {
    continue
  }
  for (each in a.tools) {
    val inner = each
    break
  }
  while (a.ready) {
    start()
  }
  do {
    start()
  } while (first)
  try {
    start()
  } catch (e: Broken) {
    throw Broken()
  } finally {
    start()
  }
  if (top) return
  if (a.ready && top || first) {
    return
  } else if (top) {
    start()
  } else {
    start()
  }
  if (a == null) start()
  if (top is Spade) {
    start()
    start()
  }
  if (a.size == top) start()
  if (a.size > top) start()
  if (top && first) start()
  if (top || first) start()
  a as Spade
  a[top] = 2
  var n = a.size + 1
  n = top
  !top
  top ?: first
  list[0]
  "s ${top} $first"
  1 to top
}
