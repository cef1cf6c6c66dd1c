#!/usr/bin/env node
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
const elements = (
  <Declared first={plain} {...plain}>
    <everything.Part />
    <Declared />
    {plain}
  </Declared>
);

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
  while (x) {
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
