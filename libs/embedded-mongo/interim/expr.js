/** Aggregation expressions: mingo, with the operators replaced whose results differ from the server's (comparison, numbers, conversions). */ import { createRequire } from "node:module";
import { UUID } from "bson";
import { isRegex, toRegExp, truthy } from "./matcher.js";
import {
  arith,
  compare,
  compareNum,
  Decimal128,
  equal,
  isDecimal,
  isLong,
  isNum,
  isPlain,
  keyOf,
  Long,
  MongoErr,
  ObjectId,
  toDecimal128,
  toDouble,
  typeName,
  typeOrder,
} from "./values.js";

const require = createRequire(import.meta.url);
const core = require("mingo/core");
const { Aggregator } = require("mingo/aggregator");
export const { Lazy } = require("mingo/lazy");
const pipelineOps = require("mingo/operators/pipeline");
const expressionOps = require("mingo/operators/expression");
const accumulatorOps = require("mingo/operators/accumulator");
const projectionOps = require("mingo/operators/projection");
const queryOps = require("mingo/operators/query");
const windowOps = require("mingo/operators/window");
const { evalExpr: rawEval } = core;

export { Aggregator };

const err = (code, msg) => new MongoErr(code, code === 2 ? "BadValue" : code === 14 ? "TypeMismatch" : `Location${code}`, msg);
const args = (obj, expr, o) => {
  const v = Array.isArray(expr) ? expr : [expr];
  return v.map((e) => rawEval(obj, e, o));
};
const nil = (v) => v === null || v === undefined;
const cmp = (f) => (obj, e, o) => {
  const [a, b] = args(obj, e, o);
  return f(compare(a, b));
};
const num = (v, what) => {
  if (!isNum(v)) throw err(14, `${what} only supports numeric types, not ${typeName(v)}`);
  return v;
};
/** Round half to even at a decimal place, in decimal. */ function quantize(v, place, mode) {
  if (!isDecimal(v)) {
    const d = toDouble(v);
    if (!Number.isFinite(d) || (Number.isInteger(d) && place >= 0)) return v;
    if (place === 0 && mode !== "round") return mode === "trunc" ? Math.trunc(d) : mode === "floor" ? Math.floor(d) : Math.ceil(d);
    return Number(quantize(toDecimal128(d), place, mode).toString());
  }
  const m = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/.exec(v.toString());
  if (!m) return v;
  const exp = Number(m[4] ?? 0) - (m[3]?.length ?? 0),
    c = BigInt(m[2] + (m[3] ?? "")),
    cut = -place - exp;
  if (cut <= 0) return v;
  const div = 10n ** BigInt(cut),
    q = c / div,
    r = c % div,
    half = div / 2n,
    neg = m[1] === "-";
  let up = false;
  if (r !== 0n)
    up = mode === "round" ? r > half || (r === half && (q & 1n) === 1n) : mode === "floor" ? neg : mode === "ceil" ? !neg : false;
  return Decimal128.fromString(`${neg ? "-" : ""}${up ? q + 1n : q}E${-place}`);
}
const unary = (name, f) => (obj, e, o) => {
  const [v] = args(obj, e, o);
  if (nil(v)) return null;
  num(v, name);
  const r = f(toDouble(v));
  return isDecimal(v) ? Decimal128.fromString(String(r)) : r;
};
const rounder = (name, mode) => (obj, e, o) => {
  const [v, p] = args(obj, e, o);
  if (nil(v) || p === null) return null;
  return quantize(num(v, name), p === undefined ? 0 : toDouble(p), mode);
};
const sumOf = (vals) => {
  let s = 0;
  for (const v of vals) if (isNum(v)) s = arith("add", s, v);
  return s;
};
const avgOf = (vals) => {
  const n = vals.filter(isNum);
  return n.length
    ? arith(
        "div",
        n.reduce((a, b) => arith("add", isLong(a) ? a.toNumber() : a, isLong(b) ? b.toNumber() : b)),
        n.length,
      )
    : null;
};
const best = (vals, dir) => {
  let b;
  for (const v of vals) if (!nil(v) && (b === undefined || compare(v, b) * dir > 0)) b = v;
  return b ?? null;
};
/** The values an accumulator sees: of group members, or of its argument when used as an expression. */ const accValues = (
  coll,
  expr,
  o,
) => (expr === null || expr === undefined ? coll : coll.map((d) => ev(d, expr, o)));
const acc = (f) => (coll, expr, o) => f(accValues(coll, expr, o));
/** $sum/$avg/$min/$max as an expression: a single array argument is walked. */ const accExpr = (f) => (obj, expr, o) => {
  if (Array.isArray(obj)) return f(accValues(obj, expr, o));
  if (Array.isArray(expr)) return f(expr.length === 1 ? flat1(rawEval(obj, expr[0], o)) : expr.map((e) => rawEval(obj, e, o)));
  return f(flat1(rawEval(obj, expr, o)));
};
const flat1 = (v) => (Array.isArray(v) ? v : [v]);
function uniq(vals) {
  const m = new Map();
  for (const v of vals)
    if (v !== undefined) {
      const k = keyOf(v);
      if (!m.has(k)) m.set(k, v);
    }
  return [...m.values()];
}
// ---- conversions -----------------------------------------------------------------------------------------------------
const conv = (from, to, why = "") =>
  new MongoErr(241, "ConversionFailure", `Unsupported conversion from ${typeName(from)} to ${to} in $convert with no onError value${why}`);
const parseFail = (v, to) =>
  new MongoErr(
    241,
    "ConversionFailure",
    `Failed to parse ${to === "objectId" ? "objectId" : "number"} '${v}' in $convert with no onError value`,
  );
export function convert(v, to) {
  const t = typeName(v);
  switch (to) {
    case "double": {
      if (typeof v === "boolean") return v ? 1 : 0;
      if (isNum(v)) return toDouble(v);
      if (v instanceof Date) return v.getTime();
      if (typeof v === "string") {
        const n = Number(v);
        if (v.trim() !== v || v === "" || (Number.isNaN(n) && v !== "NaN")) throw parseFail(v, to);
        return n;
      }
      throw conv(v, to);
    }
    case "decimal":
      if (typeof v === "boolean") return Decimal128.fromString(v ? "1" : "0");
      if (isNum(v)) return toDecimal128(v);
      if (v instanceof Date) return Decimal128.fromString(String(v.getTime()));
      if (typeof v === "string") {
        try {
          return Decimal128.fromString(v);
        } catch {
          throw parseFail(v, to);
        }
      }
      throw conv(v, to);
    case "int":
    case "long": {
      let n;
      if (typeof v === "boolean") n = v ? 1n : 0n;
      else if (isLong(v)) n = v.toBigInt();
      else if (isNum(v)) {
        const d = isDecimal(v) ? Number(quantize(v, 0, "trunc").toString()) : Math.trunc(toDouble(v));
        if (!Number.isFinite(d))
          throw new MongoErr(
            241,
            "ConversionFailure",
            `Attempt to convert ${Number.isNaN(d) ? "NaN" : "infinity"} value to integer type in $convert with no onError value`,
          );
        n = BigInt(d);
      } else if (v instanceof Date && to === "long") n = BigInt(v.getTime());
      else if (typeof v === "string") {
        if (!/^[+-]?\d+$/.test(v)) throw parseFail(v, to);
        n = BigInt(v);
      } else throw conv(v, to);
      const lim = to === "int" ? 2n ** 31n : 2n ** 63n;
      if (n < -lim || n >= lim)
        throw new MongoErr(241, "ConversionFailure", `Conversion would overflow target type in $convert with no onError value: ${v}`);
      return to === "int" ? Number(n) : Long.fromBigInt(n);
    }
    case "bool":
      return isNum(v) ? toDouble(v) !== 0 : typeof v === "boolean" ? v : true;
    case "string":
      if (typeof v === "string") return v;
      if (v instanceof Date) return v.toISOString();
      if (t === "objectId") return v.toHexString();
      if (isNum(v) || typeof v === "boolean") return String(v);
      if (t === "binData" && v.sub_type === 4) return v.toUUID().toString();
      throw conv(v, to);
    case "objectId":
      if (t === "objectId") return v;
      if (typeof v === "string") {
        if (!/^[0-9a-fA-F]{24}$/.test(v))
          throw new MongoErr(
            241,
            "ConversionFailure",
            `Failed to parse objectId '${v}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${v.length}`,
          );
        return ObjectId.createFromHexString(v);
      }
      throw conv(v, to);
    case "date": {
      if (v instanceof Date) return v;
      if (t === "objectId") return v.getTimestamp();
      if (t === "timestamp") return new Date(v.high * 1000);
      if (t === "double" || t === "long" || t === "decimal" || (t === "int" && Math.abs(v) > 2147483647))
        return new Date(Math.trunc(toDouble(v)));
      if (typeof v === "string") {
        const s = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/.test(v)
          ? /(Z|[+-]\d\d:?\d\d)$/.test(v.slice(10))
            ? v
            : v.length === 10
              ? v
              : v + "Z"
          : v;
        const d = new Date(s);
        if (Number.isNaN(d.getTime())) throw new MongoErr(241, "ConversionFailure", `Error parsing date string '${v}'`);
        return d;
      }
      throw conv(v, to);
    }
    case "uuid":
    case "binData":
      if (t === "binData") return v;
      if (typeof v === "string") return new UUID(v);
      throw conv(v, to);
  }
  throw err(2, `Unknown type name: ${to}`);
}
const CODE_NAME = {
  1: "double",
  2: "string",
  5: "binData",
  7: "objectId",
  8: "bool",
  9: "date",
  16: "int",
  18: "long",
  19: "decimal",
};
const toOp = (to) => (obj, e, o) => {
  const [v] = args(obj, e, o);
  return nil(v) ? null : convert(v, to);
};
const EXPR = {
  $eq: cmp((c) => c === 0),
  $ne: cmp((c) => c !== 0),
  $gt: cmp((c) => c > 0),
  $gte: cmp((c) => c >= 0),
  $lt: cmp((c) => c < 0),
  $lte: cmp((c) => c <= 0),
  $cmp: (obj, e, o) => {
    const [a, b] = args(obj, e, o);
    return Math.sign(compare(a, b));
  },
  $and: (obj, e, o) => {
    for (const x of flat1(e)) if (!truthy(rawEval(obj, x, o))) return false;
    return true;
  },
  $or: (obj, e, o) => {
    for (const x of flat1(e)) if (truthy(rawEval(obj, x, o))) return true;
    return false;
  },
  $not: (obj, e, o) => !truthy(args(obj, e, o)[0]),
  $cond: (obj, e, o) => {
    const [i, t, f] = Array.isArray(e) ? e : [e.if, e.then, e.else];
    return rawEval(obj, truthy(rawEval(obj, i, o)) ? t : f, o);
  },
  $switch: (obj, e, o) => {
    if (!isPlain(e)) throw err(40060, `$switch requires an object as an argument, found: ${typeName(e)}`);
    if (!Array.isArray(e.branches) || !e.branches.length) throw err(40068, "$switch requires at least one branch.");
    for (const b of e.branches) if (truthy(rawEval(obj, b.case, o))) return rawEval(obj, b.then, o);
    if (!("default" in e)) throw err(40066, "$switch could not find a matching branch for an input, and no default was specified.");
    return rawEval(obj, e.default, o);
  },
  $in: (obj, e, o) => {
    const [v, a] = args(obj, e, o);
    if (!Array.isArray(a)) throw err(40081, `$in requires an array as a second argument, found: ${typeName(a)}`);
    return a.some((x) => equal(x, v));
  },
  $indexOfArray: (obj, e, o) => {
    const [a, v, s, t] = args(obj, e, o);
    if (nil(a)) return null;
    if (!Array.isArray(a)) throw err(40090, `$indexOfArray requires an array as a first argument, found: ${typeName(a)}`);
    const end = Math.min(a.length, t ?? a.length);
    for (let i = s ?? 0; i < end; i++) if (equal(a[i], v)) return i;
    return -1;
  },
  $add: (obj, e, o) => {
    let date = false,
      r = 0;
    for (const v of args(obj, e, o)) {
      if (nil(v)) return null;
      if (v instanceof Date) {
        if (date) throw err(16612, "only one date allowed in an $add expression");
        date = true;
        r = arith("add", r, v.getTime());
      } else {
        if (!isNum(v)) throw err(14, `$add only supports numeric or date types, not ${typeName(v)}`);
        r = arith("add", r, v);
      }
    }
    return date ? new Date(Math.round(toDouble(r))) : r;
  },
  $subtract: (obj, e, o) => {
    const [a, b] = args(obj, e, o);
    if (nil(a) || nil(b)) return null;
    if (a instanceof Date)
      return b instanceof Date ? a.getTime() - b.getTime() : new Date(a.getTime() - Math.round(toDouble(num(b, "$subtract"))));
    if (!isNum(a) || !isNum(b)) throw err(14, `can't $subtract ${typeName(b)} from ${typeName(a)}`);
    return arith("sub", a, b);
  },
  $multiply: (obj, e, o) => {
    let r = 1;
    for (const v of args(obj, e, o)) {
      if (nil(v)) return null;
      r = arith("mul", r, num(v, "$multiply"));
    }
    return r;
  },
  $divide: (obj, e, o) => {
    const [a, b] = args(obj, e, o);
    if (nil(a) || nil(b)) return null;
    if (!isNum(a) || !isNum(b)) throw err(14, `$divide only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
    if (toDouble(b) === 0) throw err(2, "can't $divide by zero");
    return arith("div", isLong(a) ? a.toNumber() : a, isLong(b) ? b.toNumber() : b);
  },
  $mod: (obj, e, o) => {
    const [a, b] = args(obj, e, o);
    if (nil(a) || nil(b)) return null;
    if (!isNum(a) || !isNum(b)) throw err(16611, `$mod only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
    if (toDouble(b) === 0) throw err(16610, "can't $mod by zero");
    return arith("mod", a, b);
  },
  $abs: (obj, e, o) => {
    const [v] = args(obj, e, o);
    return nil(v) ? null : compareNum(num(v, "$abs"), 0) < 0 ? arith("sub", isDecimal(v) ? Decimal128.fromString("0") : 0, v) : v;
  },
  $ceil: (obj, e, o) => {
    const [v] = args(obj, e, o);
    return nil(v) ? null : quantize(num(v, "$ceil"), 0, "ceil");
  },
  $floor: (obj, e, o) => {
    const [v] = args(obj, e, o);
    return nil(v) ? null : quantize(num(v, "$floor"), 0, "floor");
  },
  $round: rounder("$round", "round"),
  $trunc: rounder("$trunc", "trunc"),
  $sqrt: unary("$sqrt", (n) => {
    if (n < 0) throw err(28714, "$sqrt's argument must be greater than or equal to 0");
    return Math.sqrt(n);
  }),
  $exp: unary("$exp", Math.exp),
  $ln: unary("$ln", (n) => {
    if (n <= 0) throw err(28766, "$ln's argument must be a positive number, but is " + n);
    return Math.log(n);
  }),
  $log10: unary("$log10", (n) => {
    if (n <= 0) throw err(28761, "$log10's argument must be a positive number, but is " + n);
    return Math.log10(n);
  }),
  $pow: (obj, e, o) => {
    const [a, b] = args(obj, e, o);
    if (nil(a) || nil(b)) return null;
    return toDouble(num(a, "$pow's base")) ** toDouble(num(b, "$pow's exponent"));
  },
  $type: (obj, e, o) => typeName(rawEval(obj, Array.isArray(e) && e.length === 1 ? e[0] : e, o)),
  $isNumber: (obj, e, o) => isNum(args(obj, e, o)[0]),
  $toString: toOp("string"),
  $toObjectId: toOp("objectId"),
  $toInt: toOp("int"),
  $toLong: toOp("long"),
  $toDouble: toOp("double"),
  $toDecimal: toOp("decimal"),
  $toBool: toOp("bool"),
  $toDate: toOp("date"),
  $toUUID: toOp("uuid"),
  $convert: (obj, e, o) => {
    if (!isPlain(e)) throw new MongoErr(9, "FailedToParse", `$convert expects an object of named arguments but found: ${typeName(e)}`);
    const v = rawEval(obj, e.input, o);
    if (nil(v)) return "onNull" in e ? rawEval(obj, e.onNull, o) : null;
    let to = rawEval(obj, e.to, o);
    if (isPlain(to)) to = to.type;
    to = isNum(to) ? CODE_NAME[toDouble(to)] : to;
    try {
      return convert(v, to);
    } catch (x) {
      if ("onError" in e) return rawEval(obj, e.onError, o);
      throw x;
    }
  },
  $sum: accExpr(sumOf),
  $avg: accExpr(avgOf),
  $min: accExpr((v) => best(v, -1)),
  $max: accExpr((v) => best(v, 1)),
  $setUnion: (obj, e, o) => {
    const a = args(obj, e, o);
    return a.some(nil) ? null : uniq(a.flat()).sort((x, y) => compare(x, y));
  },
  $setIntersection: (obj, e, o) => {
    const a = args(obj, e, o);
    if (a.some(nil)) return null;
    return uniq(a[0] ?? []).filter((v) => a.slice(1).every((s) => s.some((x) => equal(x, v))));
  },
  $setDifference: (obj, e, o) => {
    const [a, b] = args(obj, e, o);
    if (nil(a) || nil(b)) return null;
    return uniq(a).filter((v) => !b.some((x) => equal(x, v)));
  },
  $setEquals: (obj, e, o) => {
    const a = args(obj, e, o).map((s) =>
      uniq(s)
        .map((v) => keyOf(v))
        .sort()
        .join("\u0001"),
    );
    return a.every((s) => s === a[0]);
  },
  $setIsSubset: (obj, e, o) => {
    const [a, b] = args(obj, e, o);
    return a.every((v) => b.some((x) => equal(x, v)));
  },
  $sortArray: (obj, e, o) => {
    const a = rawEval(obj, e.input, o),
      by = e.sortBy;
    if (nil(a)) return null;
    if (!Array.isArray(a)) throw err(2942504, `The input argument to $sortArray must be an array, but was of type: ${typeName(a)}`);
    if (!isPlain(by)) return a.slice().sort((x, y) => toDouble(by) * compare(x, y));
    const ks = Object.keys(by).map((k) => [k.split("."), toDouble(by[k])]);
    const get = (v, p) => p.reduce((x, k) => (x === null || x === undefined ? undefined : x[k]), v) ?? null;
    return a.slice().sort((x, y) => {
      for (const [p, d] of ks) {
        const c = d * compare(get(x, p), get(y, p));
        if (c) return c;
      }
      return 0;
    });
  },
  $ifNull: (obj, e, o) => {
    for (let i = 0; i < e.length - 1; i++) {
      const v = rawEval(obj, e[i], o);
      if (!nil(v)) return v;
    }
    return rawEval(obj, e[e.length - 1], o);
  },
  $concatArrays: (obj, e, o) => {
    const a = args(obj, e, o);
    if (a.some(nil)) return null;
    for (const x of a) if (!Array.isArray(x)) throw err(28664, `$concatArrays only supports arrays, not ${typeName(x)}`);
    return a.flat();
  },
  $size: (obj, e, o) => {
    const [a] = args(obj, e, o);
    if (!Array.isArray(a)) throw err(17124, `The argument to $size must be an array, but was of type: ${typeName(a)}`);
    return a.length;
  },
  $concat: (obj, e, o) => {
    const a = args(obj, e, o);
    if (a.some(nil)) return null;
    for (const x of a) if (typeof x !== "string") throw err(16702, `$concat only supports strings, not ${typeName(x)}`);
    return a.join("");
  },
  $toLower: (obj, e, o) => {
    const [v] = args(obj, e, o);
    return nil(v) ? "" : String(v instanceof Date ? v.toISOString() : v).toLowerCase();
  },
  $toUpper: (obj, e, o) => {
    const [v] = args(obj, e, o);
    return nil(v) ? "" : String(v instanceof Date ? v.toISOString() : v).toUpperCase();
  },
  $regexMatch: (obj, e, o) => {
    const s = rawEval(obj, e.input, o),
      r = rawEval(obj, e.regex, o);
    if (nil(s) || nil(r)) return false;
    if (typeof s !== "string") throw err(51104, "$regexMatch needs 'input' to be of type string");
    return toRegExp(r, e.options).test(s);
  },
  $mergeObjects: (obj, e, o) => {
    const list = Array.isArray(obj)
      ? accValues(obj, e, o)
      : Array.isArray(e)
        ? e.map((x) => rawEval(obj, x, o))
        : flat1(rawEval(obj, e, o));
    const out = {};
    for (const v of list) {
      if (nil(v)) continue;
      if (!isPlain(v)) throw err(40400, `$mergeObjects requires object inputs, but input ${JSON.stringify(v)} is of type ${typeName(v)}`);
      for (const k of Object.keys(v)) if (v[k] !== undefined) out[k] = v[k];
    }
    return out;
  },
  $binarySize: (obj, e, o) => {
    const [v] = args(obj, e, o);
    return nil(v) ? null : typeof v === "string" ? Buffer.byteLength(v) : v.length();
  },
  $tsSecond: (obj, e, o) => {
    const [v] = args(obj, e, o);
    return nil(v) ? null : Long.fromNumber(v.high >>> 0);
  },
  $tsIncrement: (obj, e, o) => {
    const [v] = args(obj, e, o);
    return nil(v) ? null : Long.fromNumber(v.low >>> 0);
  },
  $meta: () => null,
  // functions never come over the wire; mingo's window stages use the operator for their own ones
  $function: (obj, e, o) => {
    if (typeof e?.body !== "function") throw err(31264, "$function is not supported by this server");
    return e.body.apply(null, rawEval(obj, e.args, o));
  },
};
const ACC = {
  $sum: acc(sumOf),
  $avg: acc(avgOf),
  $min: acc((v) => best(v, -1)),
  $max: acc((v) => best(v, 1)),
  $push: acc((v) => v.filter((x) => x !== undefined)),
  $addToSet: acc((v) => uniq(v)),
  $first: acc((v) => v[0] ?? null),
  $last: acc((v) => v[v.length - 1] ?? null),
  $count: (coll) => coll.length,
  $mergeObjects: (coll, e, o) => EXPR.$mergeObjects(coll, e, o),
  $accumulator: () => {
    throw err(31264, "$accumulator is not supported by this server");
  },
};
let known;
/** Throws for an operator name that does not exist, even where no document would reach it. */ export function checkExpr(e, acc = false) {
  if (Array.isArray(e)) {
    for (const x of e) checkExpr(x);
    return;
  }
  if (!isPlain(e)) return;
  const ks = Object.keys(e);
  if (ks.length && ks[0][0] === "$") {
    if (ks.length > 1) throw err(15983, `An object representing an expression must have exactly one field: ${JSON.stringify(e)}`);
    if (ks[0] === "$literal") return;
    if (!known.has(ks[0])) throw new MongoErr(168, "InvalidPipelineOperator", `Unrecognized expression '${ks[0]}'`);
    const v = e[ks[0]];
    if (isPlain(v) && !(Object.keys(v)[0] ?? "").startsWith("$")) {
      for (const x of Object.values(v)) checkExpr(x);
      return;
    }
    checkExpr(v);
    return;
  }
  for (const k of ks) checkExpr(e[k]);
  void acc;
}
export let CO;
let base;
export function makeContext(stages) {
  const clean = (o) => Object.fromEntries(Object.entries(o).filter(([k]) => k.startsWith("$")));
  const context = core.Context.init({
    accumulator: {
      ...clean(accumulatorOps),
      ...ACC,
    },
    expression: {
      ...clean(expressionOps),
      ...EXPR,
    },
    pipeline: {
      ...clean(pipelineOps),
      ...stages,
      $capture__: (c, _e, o) => {
        base = o;
        return c;
      },
    },
    projection: clean(projectionOps),
    query: clean(queryOps),
    window: clean(windowOps),
  });
  known = new Set(
    [...Object.keys(expressionOps), ...Object.keys(EXPR), ...Object.keys(accumulatorOps), ...Object.keys(ACC)].filter(
      (k) => k !== "$meta" || true,
    ),
  );
  new Aggregator(
    [
      {
        $capture__: 1,
      },
    ],
    {
      context,
      scriptEnabled: false,
    },
  ).run([]);
  CO = base.constructor;
  return context;
}
/** Options for one command: what the stages need travels in `env`. */ export const optionsFor = (env, variables = {}) =>
  new CO(
    {
      ...base.options,
      scriptEnabled: true,
      env,
      collectionResolver: env.resolve,
    },
    {
      variables,
    },
  );
export const envOf = (o) => o.options.env;
export function ev(doc, expr, o, variables) {
  const c = CO.init(o);
  c.update(
    variables
      ? {
          root: doc,
          variables,
        }
      : {
          root: doc,
        },
  );
  return rawEval(doc, expr, c);
}
export { isRegex, rawEval, truthy, typeOrder };
