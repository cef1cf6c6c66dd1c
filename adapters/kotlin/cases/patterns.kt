@file:JvmName("Foo")
package a.b
import a.b.C
import a.b.*
import a.b.D as E
/** doc */
@Ann(1) public abstract class A<T : B>(private val x: Int, var y: String = "a", z: T, vararg w: Int) : Base<T>(x), I, J by q where T : K {
  val p: Int get() = field
  var q: String = "x"
    set(value) { field = value }
  init { foo() }
  constructor(a: Int) : this(a, "b") { bar() }
  fun m(a: Int, b: (Int) -> String, c: T?) : List<T> { return a }
  private suspend inline fun <reified R> R.ext(x: R): R = x.foo()
  operator fun plus(o: A<T>) = o
  companion object { const val K = 1; fun make() = A(1) }
  object Named : I { fun f() {} }
  inner class In { fun g() = this@A.m(1) }
  enum class En(val v: Int) : I { P(1) { override fun z() {} }, Q; fun zz() {} }
  data class D(val a: Int)
  sealed interface S
}
fun interface F { fun run() }
typealias TA = Map<String, A>
val top by lazy { 1 }
fun String.top2(): Int = length
fun main(args: Array<String>) {
  val a = A(1, y = "x") 
  val (b, c) = pair
  a.m(1) { it.foo() }.bar()?.baz()!!.q
  list.map { x -> x.foo() }.filter(::pred).forEach(A::m)
  with(a) { m(1) }
  run { foo() }
  val l = fun(x: Int): Int { return x }
  val o = object : I { override fun f() {} }
  when (x) { is A -> x.foo() ; 1, 2 -> {} ; in 1..2 -> y ; else -> z }
  val w = if (a is B) a else b
  for ((k, v) in map) {}
  for (i: Int in 0 until 3) {}
  while (x) { break } 
  do {} while (y)
  try { } catch (e: E) { } finally { }
  a as B; a as? B; a + b; a[1]; a[1] = 2; a += 1; !a; a++; x ?: y; throw E()
  "s ${a.foo()} $b"; 'c'; 1L; 1.0; true; null; """raw"""
  return@foo x
  super.m(); super<A>.m(); this.x = 1; A.K.foo(); C::class.java
  a.b<String>(x)
  a infixf b
  val f: A.B<C> = foo<A>()
}
fun f3(a: T.() -> Unit, b: suspend (A, x: B) -> C<D>?, c: ((A) -> B)?, d: a.B.() -> Unit = {}, vararg e: Int) {
  val x = a.b<C>(1) { it }
  f(1, b = 2, *arr)
  A.B::m
  x!!.foo()
  x[1].foo()
  this@A.foo()
  (a as B).foo()
  val q: Map.Entry<K, V>? = null
  foo { (a, b) -> a }
  foo { a: Int, b -> a }
  a += b
  x = y.z
  a.b = 3
}
class A(x: Int) : B(x) { constructor() : super(1) {} ; constructor(a: Int) : this() }
fun <T : Any> T.also2(block: (T) -> Unit): T { block(this); return this }
val String.up: Int get() = 1
val (a, b) = 1 to 2
fun interface FI { fun run() }
interface I2 { fun run(): Int; val p: String }
abstract class AB { abstract fun z() ; open fun y(): String = "x" }
