/** One use of every pattern of the queries, in the order of the files. */

// declaration
function plain() {}
function* generated() {
  yield plain;
  yield* other.member;
}
class Declared {}
module.exports = function named() {};
module.exports = class Whole {};
exports.member = (a) => a;
exports.Kind = class {};
Declared.prototype.late = function () {};
const arrow = () => 1;
const Expression = class {};
export default () => 1;
export default class {}
export default { method() {} };
const holder = { plain, ...spread, "quoted key": 1 };
var app = (exports.app = {});
var direct = module.exports = {};
var both = exports = module.exports = {};
function give() {
  return { method() {} };
}
const giver = () => ({ a: 1 });
direct.settings = { a: 1 };
call({ method() {} });
call({ key: () => 1 });
class Members {
  handler = () => 1;
  static field = 1;
  value = arrow;
  get accessor() {
    return this.field;
  }
  static {
    const inside = 1;
  }
}
call(function () {});
call(function again() {});
call(function* () {});
call(function* repeated() {});
const make = (Base) => class Mixed extends Base {};
const mix = (Base) => class extends Base {};
const CONSTANT = 1;
let variable = 2;
var old = 3;

function bindings(parameter, { a, b: [c, , d] = [], ...rest }, [e = plain] = [], f = plain, ...others) {
  const { x, y: z } = parameter;
  let count = 1;
  var hoisted = 2;
  count = plain();
  this.kept = count;
  count ??= hoisted;
  for (const item of parameter) {
  }
  for (const key in parameter) {
  }
  try {
    const tried = 1;
  } catch (error) {
  } finally {
    const last = 1;
  }
  if (x) {
    const inner = 1;
  } else {
    const inner = 2;
  }
  for (let i = 0; i < 2; i++) {
    const inner = i;
  }
  while (x) {
    const inner = 1;
  }
  do {
    const inner = 1;
  } while (x);
  switch (x) {
    case CONSTANT:
      let inner = 1;
      break;
    default:
      break;
  }
  {
    const inner = 1;
  }
}
{
  const block = 1;
}

export function exportedFunction() {}
export function* exportedGenerator() {}
export class ExportedClass {}
export const first = 1,
  { second, third: fourth, fifth = 5, ...sixth } = holder,
  [seventh] = holder;
export default arrow;
module.exports.member = plain;
module.exports = plain;
module.exports = { plain, key: arrow, method() {}, ...spread };

// import
import whole from "module";
import { a, b as renamed, default as fallback } from "module";
import * as everything from "module";
import "module";
export { p, q as r, default as s } from "module";
export { plain, arrow as other };
export * from "module";
export * as namespace from "module";
const required = require("module");
const lazy = import("module");

// call
plain();
new Declared();
plain`text ${arrow}`;
function uses() {
  call(plain, everything.member, function named() {});
  const copy = plain;
  let other;
  other = plain;
  other ||= plain;
  const { defaulted = plain } = other;
  if (other) return plain;
  throw plain;
}
async function more() {
  await plain;
  [plain, { plain, key: plain, [plain]: 1, ...plain }];
  (plain);
  plain ? plain : plain;
  plain === everything.member;
  typeof plain;
  everything[plain];
  for (const item of plain) {
  }
}
// inheritance
class Child extends Declared {}
const Anonymous = class extends everything.Base {};

// decorator
@decorate
class Decorated {
  @decorate method() {}
  @decorate() field = 1;
}
@decorate
export class ExportedDecorated {}
const DecoratedExpression = @decorate class {};

// statement
function statements(x) {
  if (x) {
    return 1;
  } else if (x > 1) return 2;
  else {
    x++;
  }
  const [left, right] = x;
  [left.a] = right;
  x.y = 1;
  x += 1;
  delete x.y;
  outer: while (x) {
    if (x) break outer;
    if (!x) continue outer;
    if (x) break;
    continue;
  }
  do {
    x--;
  } while (x);
  with (x) {
  }
  x.first().second();
  x.method();
  plain();
  new Promise(plain);
  new Declared();
  call(() => 1);
  const later = async function () {
    await x;
  };
  return typeof x === "string" && x instanceof Declared && x !== null;
}

// TypeScript: declaration
abstract class Abstract<T extends Base = Declared> extends Generic<T> implements Shape, ns.Other<T> {
  private readonly field: Field<T>;
  handler = async (x: Shape): Promise<T> => x;
  method(x: string): void;
  method(x: any) {}
  abstract open(): void;
  constructor(
    private one: Shape,
    readonly two: Shape,
    @inject() public three?: Shape,
    readonly four?: Shape,
    @inject() five: Shape = plain,
    @inject() six?: Shape,
  ) {
    super();
  }
  @decorate() typed: Shape = everything.member;
  @decorate() decorated() {}
}
interface Shape extends Base, Generic<Field>, ns.Deep {
  member: Shape;
  method<T>(x: T): T;
  <T>(x: T): Shape;
  new <T>(x: T): Shape;
}
enum Color {
  Red,
  Green = everything.member,
}
type Members = { member: Shape };
type Union<T> = Shape | Field | ns.Other;
namespace Space {
  export const inside = 1;
}
module Old {}
declare module "module" {}
declare function signature(x: Shape): void;
const asObject = { key: 1 } as const;
const satisfied = { key: 1 } satisfies Members;
export default { method() {} } as Members;
type Callback = <T>(x: T) => Shape;
type Creator = new <T>(x: T) => Shape;
type Creators = abstract new () => Shape;
type Mapped = { [K in Shape]?: Field } & { [K in keyof Shape]-?: Field };
type Inferred<T> = T extends (infer U)[] ? U : Shape;
import Alias = ns.Other;
export abstract class ExportedAbstract {}
export interface ExportedInterface {}
export type ExportedType = Shape;
export enum ExportedEnum {}
export function overloaded(x: Shape): void;
export namespace ExportedSpace {}
export module ExportedModule {}
export import ExportedAlias = ns.Other;
export declare const declared: Shape;
export declare function declaredFunction(): void;
export declare class DeclaredClass {}
export = plain;

// TypeScript: import
import type DefaultType from "module";
import type { NamedType, type Inner as RenamedType } from "module";
import type * as types from "module";
import equals = require("module");
import type typeEquals = require("module");
export type { NamedType as ExportedNamed } from "module";
export { plain as again, type Inner } from "module";
export type * from "module";
export type * as typeSpace from "module";

// TypeScript: call
function types(x: Shape, y = plain): x is Shape {
  plain as Shape;
  plain satisfies Shape;
  plain!;
  call<Shape>(x);
  const list: Array<Shape>[] = x;
  const read: readonly Shape[] = x;
  const array: Shape[] = x;
  const frozen: readonly Shape = x;
  const tuple: [Shape, Field?, ...Field] = x;
  const both: Shape & Field = x;
  const nested: (Shape) = x;
  const looked: Shape["member"] = x;
  const keys: keyof Shape = x;
  const same: typeof plain = x;
  const text: `a${Shape}` = x;
  const loaded: import("module").Shape = x;
  const asked: typeof import("module") = x;
  const part: typeof import("module").member = x;
  return true;
}
type Loaded = import("module").Shape;
type Omitted = { [K in Field]-?: Shape };

// TypeScript: decorator
@decorate
abstract class DecoratedAbstract {}

// Where no elements are
const asserted = <Shape>plain;
const wrapped = (() => 1);
module.exports.wrapped = (function () {});
const holder = { wrapped: (() => 1) };
Declared.prototype = { m() {}, n: () => 1 };
Object.assign(Declared.prototype, { o() {} });
Declared.prototype = Object.create(Base.prototype);
Declared.prototype = new Base();
Object.setPrototypeOf(Declared.prototype, Base.prototype);
util.inherits(Declared, Base);
Object.assign(module.exports, { wrapped, other: wrapped, m() {} });
Object.assign(exports, require("./m"));
Object.defineProperty(exports, "value", { value: wrapped });
Object.defineProperty(exports, "given", { get: () => wrapped });
function Computed() {
  this[kName] = 1;
}

statement;
