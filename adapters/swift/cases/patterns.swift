import Foundation
import class Pictures.Frame
@testable import Core

/// What can be drawn.
@MainActor
public protocol Shape: AnyObject {
  associatedtype Item
  var area: Double { get }
  func draw(in box: Box) -> Item?
  init(name: String)
}

/** A base. */
@objc open class Base<T: Shape>: Frame, Holder<T> {
  static let shared = Base()
  let first: Int, second = 2
  var total: Int = 0
  @Published var name: String = ""
  var half: Double { return 1.0 }
  var full: Int {
    get { first }
    set { total = newValue }
  }
  @objc init(name: String) {
    self.name = name
    super.init()
  }
  deinit { }
  @discardableResult func draw(in box: Box, _ rest: Int...) -> Box { box }
  subscript(index: Int) -> Int { second }
  static func == (left: Base, right: Base) -> Bool { true }
}

struct Point { var x: Int }
actor Counter { var count = 0 }
enum Kind: String { case one, two, three(Int) }
typealias Points = [Point]
extension Base: Codable { func more() { draw(in: Box()) } }
func +++ (left: Int, right: Int) -> Int { left }

let limit: Int = 3
let other = limit
var level = 1

func run(items: [Box], kind: Kind, flag: Bool) async throws -> Box {
  let (left, right) = pair()
  let made = Box<Int>(x: 1)
  var plain: Box
  guard let box = items.first else { return made }
  if let inner = box.inner, flag && other > 1 || left == right {
    inner.open().close()
  } else if flag {
    return made
  } else {
    level = limit
  }
  for item in items { item.open() }
  for (place, item) in items.enumerated() { item.put(place); later { print(items[place]) } }
  while let next = source.next() { next.open() }
  repeat { break } while flag
  switch kind {
  case .one: print(kind)
  case .three(let count): print(count)
  case let .four(number): continue
  default: throw Problem.bad
  }
  do { try box.open() } catch let problem as Problem { problem.show() } catch let any { print(any) }
  items.forEach { entry in entry.open() }
  items.map { $0 }
  let value = flag ? limit : other
  let sum = limit + other * level
  let chosen = box.inner ?? made
  let either = flag || level
  let list = [limit, other]
  let text = "\(limit)"
  let loaded = await box.load()
  box.total = limit
  if box is Box { print(!flag) }
  switch limit { default: break }
  return chosen
}
