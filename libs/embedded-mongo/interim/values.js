/** BSON values as the server sees them: type order, comparison, equality, index keys, arithmetic. */ import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from "bson";
export const isPlain = (v) => {
  if (v === null || typeof v !== "object" || Array.isArray(v)) return false;
  if (v._bsontype !== undefined && Object.getPrototypeOf(v) !== Object.prototype) return false;
  return !(v instanceof Date) && !(v instanceof RegExp) && !ArrayBuffer.isView(v);
};
/** MongoDB's canonical type order (BSON comparison order). */ export function typeOrder(v) {
  switch (typeof v) {
    case "number":
    case "bigint":
      return 10;
    case "string":
      return 15;
    case "boolean":
      return 40;
    case "undefined":
      return 0;
    case "function":
      return 60;
  }
  if (v === null) return 5;
  if (Array.isArray(v)) return 25;
  if (v instanceof Date) return 45;
  if (v instanceof RegExp) return 50;
  switch (v._bsontype) {
    case undefined:
      return ArrayBuffer.isView(v) ? 30 : 20;
    case "ObjectId":
      return 35;
    case "Long":
    case "Int32":
    case "Double":
    case "Decimal128":
      return 10;
    case "Binary":
      return 30;
    case "Timestamp":
      return 47;
    case "BSONRegExp":
      return 50;
    case "DBRef":
      return 20;
    case "BSONSymbol":
      return 15;
    case "Code":
      return v.scope ? 65 : 60;
    case "MinKey":
      return -1;
    case "MaxKey":
      return 127;
  }
  return 20;
}
export function typeName(v) {
  switch (typeof v) {
    case "number":
      return Number.isInteger(v) && v >= -2147483648 && v <= 2147483647 && !Object.is(v, -0) ? "int" : "double";
    case "bigint":
      return "long";
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "undefined":
      return "missing";
  }
  if (v === null) return "null";
  if (Array.isArray(v)) return "array";
  if (v instanceof Date) return "date";
  if (v instanceof RegExp) return "regex";
  switch (v._bsontype) {
    case "ObjectId":
      return "objectId";
    case "Long":
      return "long";
    case "Int32":
      return "int";
    case "Double":
      return "double";
    case "Decimal128":
      return "decimal";
    case "Binary":
      return "binData";
    case "Timestamp":
      return "timestamp";
    case "BSONRegExp":
      return "regex";
    case "BSONSymbol":
      return "symbol";
    case "Code":
      return v.scope ? "javascriptWithScope" : "javascript";
    case "MinKey":
      return "minKey";
    case "MaxKey":
      return "maxKey";
  }
  return "object";
}
export const TYPE_CODES = {
  1: "double",
  2: "string",
  3: "object",
  4: "array",
  5: "binData",
  6: "undefined",
  7: "objectId",
  8: "bool",
  9: "date",
  10: "null",
  11: "regex",
  12: "dbPointer",
  13: "javascript",
  14: "symbol",
  15: "javascriptWithScope",
  16: "int",
  17: "timestamp",
  18: "long",
  19: "decimal",
  "-1": "minKey",
  127: "maxKey",
};
// ---- numbers -------------------------------------------------------------------------------------------------------
export const isNum = (v) => typeOrder(v) === 10;
export const isDecimal = (v) => v !== null && typeof v === "object" && v._bsontype === "Decimal128";
export const isLong = (v) => v !== null && typeof v === "object" && v._bsontype === "Long";
export function toDouble(v) {
  if (typeof v === "number") return v;
  if (typeof v === "bigint") return Number(v);
  if (isLong(v)) return v.toNumber();
  if (isDecimal(v)) return Number(v.toString());
  return Number(v.value ?? v);
}
const P10 = [1n];
const pow10 = (n) => {
  for (let i = P10.length; i <= n; i++) P10.push(P10[i - 1] * 10n);
  return P10[n];
};
export function toDec(v) {
  const s = typeof v === "number" ? String(v) : v.toString();
  return parseDec(s);
}
function parseDec(s) {
  const m = /^([+-]?)(?:(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?|(inf(?:inity)?)|(nan))$/i.exec(s.trim());
  if (!m) throw new Error("bad decimal " + s);
  if (m[6])
    return {
      neg: false,
      c: 0n,
      e: 0,
      special: "NaN",
    };
  if (m[5])
    return {
      neg: m[1] === "-",
      c: 0n,
      e: 0,
      special: "Inf",
    };
  const frac = m[3] ?? "";
  return {
    neg: m[1] === "-",
    c: BigInt((m[2] ?? "") + frac || "0"),
    e: Number(m[4] ?? 0) - frac.length,
  };
}
function roundTo34(c, e) {
  let s = c.toString();
  while (s.length > 34) {
    const cut = s.length - 34,
      div = pow10(cut),
      q = c / div,
      r = c % div,
      half = div / 2n;
    c = r > half || (r === half && (q & 1n) === 1n) ? q + 1n : q;
    e += cut;
    s = c.toString();
  }
  return [c, e];
}
function fromDec(d) {
  if (d.special === "NaN") return Decimal128.fromString("NaN");
  if (d.special === "Inf") return Decimal128.fromString(d.neg ? "-Infinity" : "Infinity");
  const [c, e] = roundTo34(d.c, d.e);
  return Decimal128.fromString(`${d.neg ? "-" : ""}${c}E${e >= 0 ? "+" : ""}${e}`);
}
const signed = (d) => (d.neg ? -d.c : d.c);
function cmpDec(a, b) {
  if (a.special || b.special) {
    const r = (d) => (d.special === "NaN" ? -2 : d.special === "Inf" ? (d.neg ? -1 : 1) : 0);
    return Math.sign(r(a) - r(b));
  }
  if (a.c === 0n && b.c === 0n) return 0;
  const sa = a.c === 0n ? 0 : a.neg ? -1 : 1,
    sb = b.c === 0n ? 0 : b.neg ? -1 : 1;
  if (sa !== sb) return sa < sb ? -1 : 1;
  const ma = a.c.toString().length + a.e,
    mb = b.c.toString().length + b.e;
  if (ma !== mb) return (ma < mb ? -1 : 1) * sa;
  const e = Math.min(a.e, b.e),
    x = signed(a) * pow10(a.e - e),
    y = signed(b) * pow10(b.e - e);
  return x < y ? -1 : x > y ? 1 : 0;
}
/** The exact decimal value of a double: needed where a double meets a Decimal128. */ function exactDec(n) {
  if (Number.isNaN(n))
    return {
      neg: false,
      c: 0n,
      e: 0,
      special: "NaN",
    };
  if (!Number.isFinite(n))
    return {
      neg: n < 0,
      c: 0n,
      e: 0,
      special: "Inf",
    };
  if (Number.isInteger(n))
    return {
      neg: n < 0,
      c: BigInt(Math.abs(n)),
      e: 0,
    };
  let m = Math.abs(n),
    k = 0;
  while (!Number.isInteger(m)) {
    m *= 2;
    k++;
  }
  return {
    neg: n < 0,
    c: BigInt(m) * 5n ** BigInt(k),
    e: -k,
  };
}
const anyDec = (v) =>
  typeof v === "number" ? exactDec(v) : v._bsontype === "Double" || v._bsontype === "Int32" ? exactDec(v.value) : toDec(v);
export function compareNum(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    if (a < b) return -1;
    if (a > b) return 1;
    if (a === b) return 0;
    return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : -1) : 1;
  }
  const la = isLong(a),
    lb = isLong(b);
  if (la && lb) return a.compare(b);
  if (isDecimal(a) || isDecimal(b)) return cmpDec(anyDec(a), anyDec(b));
  const x = toDouble(a),
    y = toDouble(b);
  if (x !== y || !(la || lb)) return compareNum(x, y);
  return cmpDec(anyDec(a), anyDec(b));
}
/** Result type of arithmetic: decimal > double > long > int. */ export function arith(op, a, b) {
  if (typeof a === "number" && typeof b === "number") {
    switch (op) {
      case "add":
        return a + b;
      case "sub":
        return a - b;
      case "mul":
        return a * b;
      case "div":
        return a / b;
      case "mod":
        return a % b;
    }
  }
  if (isDecimal(a) || isDecimal(b)) {
    const x = decOf(a),
      y = decOf(b);
    if (x.special || y.special) return Decimal128.fromString(String(arith(op, toDouble(a), toDouble(b))).replace("Infinity", "Infinity"));
    const e = Math.min(x.e, y.e);
    if (op === "mul")
      return fromDec({
        neg: x.neg !== y.neg,
        c: x.c * y.c,
        e: x.e + y.e,
      });
    if (op === "div") {
      if (y.c === 0n) return Decimal128.fromString(x.c === 0n ? "NaN" : x.neg !== y.neg ? "-Infinity" : "Infinity");
      let c = (x.c * pow10(40 + y.c.toString().length)) / y.c,
        ex = x.e - y.e - 40 - y.c.toString().length;
      const exact = c * y.c === x.c * pow10(40 + y.c.toString().length);
      if (exact)
        while (c !== 0n && ex < x.e - y.e && c % 10n === 0n) {
          c /= 10n;
          ex++;
        }
      return fromDec({
        neg: x.neg !== y.neg,
        c,
        e: ex,
      });
    }
    const xs = signed(x) * pow10(x.e - e),
      ys = signed(y) * pow10(y.e - e);
    const r = op === "add" ? xs + ys : op === "sub" ? xs - ys : ys === 0n ? null : xs % ys;
    if (r === null) return Decimal128.fromString("NaN");
    return fromDec({
      neg: r < 0n,
      c: r < 0n ? -r : r,
      e,
    });
  }
  const la = isLong(a),
    lb = isLong(b);
  const x = toDouble(a),
    y = toDouble(b);
  if ((la || Number.isInteger(x)) && (lb || Number.isInteger(y)) && op !== "div") {
    const p = la ? a.toBigInt() : BigInt(x),
      q = lb ? b.toBigInt() : BigInt(y);
    const r = op === "add" ? p + q : op === "sub" ? p - q : op === "mul" ? p * q : q === 0n ? 0n : p % q;
    if (r >= -(2n ** 63n) && r < 2n ** 63n) return Long.fromBigInt(r);
    return Number(r);
  }
  return arith(op, x, y);
}
function decOf(v) {
  // a double becomes a decimal with 15 significant digits, as on the server
  if (typeof v === "number" && !Number.isInteger(v) && Number.isFinite(v)) return parseDec(String(Number(v.toPrecision(15))));
  return anyDec(v);
}
export const toDecimal128 = (v) => (isDecimal(v) ? v : fromDec(typeof v === "string" ? parseDec(v) : decOf(v)));
const byCode = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const bytesOf = (v) => (v._bsontype === "Binary" ? v.buffer.subarray(0, v.length()) : new Uint8Array(v.buffer, v.byteOffset, v.byteLength));
const reParts = (v) => (v instanceof RegExp ? [v.source, v.flags] : [v.pattern, v.options]);
/** Total order over BSON values; missing (undefined) < null. Field order of documents matters, as on the server. */ export function compare(
  a,
  b,
  str = byCode,
) {
  if (a === b) return 0;
  const ta = typeof a,
    tb = typeof b;
  if (ta === "string" && tb === "string") return str(a, b);
  const oa = typeOrder(a),
    ob = typeOrder(b);
  if (oa !== ob) return oa < ob ? -1 : 1;
  switch (oa) {
    case 10:
      return compareNum(a, b);
    case 15:
      return str(String(a), String(b));
    case 20: {
      if (a._bsontype === "DBRef") a = a.toJSON();
      if (b._bsontype === "DBRef") b = b.toJSON();
      const ka = Object.keys(a),
        kb = Object.keys(b),
        n = Math.min(ka.length, kb.length);
      for (let i = 0; i < n; i++) {
        const x = a[ka[i]],
          y = b[kb[i]];
        const t = typeOrder(x) - typeOrder(y);
        if (t) return t < 0 ? -1 : 1;
        const k = byCode(ka[i], kb[i]);
        if (k) return k;
        const c = compare(x, y, str);
        if (c) return c;
      }
      return Math.sign(ka.length - kb.length);
    }
    case 25: {
      const n = Math.min(a.length, b.length);
      for (let i = 0; i < n; i++) {
        const c = compare(a[i], b[i], str);
        if (c) return c;
      }
      return Math.sign(a.length - b.length);
    }
    case 30: {
      const x = bytesOf(a),
        y = bytesOf(b);
      if (x.length !== y.length) return x.length < y.length ? -1 : 1;
      const s = (a.sub_type ?? 0) - (b.sub_type ?? 0);
      if (s) return Math.sign(s);
      return Buffer.compare(x, y);
    }
    case 35:
      return Buffer.compare(a.id, b.id);
    case 40:
      return a ? 1 : -1;
    case 45:
      return Math.sign(a.getTime() - b.getTime());
    case 47:
      return a.compare(b);
    case 50: {
      const [p, f] = reParts(a),
        [q, g] = reParts(b);
      return byCode(p, q) || byCode(f, g);
    }
    case 60:
    case 65:
      return byCode(String(a.code), String(b.code));
  }
  return 0;
}
export const equal = (a, b, str) => a === b || compare(a, b, str) === 0;
// ---- order-preserving index keys (one-byte strings; compare with < and >) --------------------------------------------
const f64 = new DataView(new ArrayBuffer(8));
const CH = Array.from(
  {
    length: 256,
  },
  (_, i) => String.fromCharCode(i),
);
function dblKey(n) {
  if (Object.is(n, -0)) n = 0;
  if (Number.isNaN(n)) return "\x00\x00\x00\x00\x00\x00\x00\x00";
  f64.setFloat64(0, n);
  let out = "";
  const neg = n < 0;
  for (let i = 0; i < 8; i++) {
    const b = f64.getUint8(i);
    out += CH[neg ? b ^ 0xff : i === 0 ? b ^ 0x80 : b];
  }
  return out;
}
function numKey(v) {
  if (typeof v === "number") return dblKey(v) + "\x80";
  const d = toDouble(v),
    key = dblKey(d);
  if (!Number.isFinite(d)) return key + "\x80";
  const x = anyDec(v),
    y = exactDec(d),
    c = cmpDec(x, y);
  if (c === 0) return key + "\x80";
  const e = Math.min(x.e, y.e);
  let r = signed(x) * pow10(x.e - e) - signed(y) * pow10(y.e - e);
  const neg = r < 0n;
  if (neg) r = -r;
  const digits = r.toString(),
    mag = digits.length + e + 8192;
  let tail = CH[(mag >> 8) & 255] + CH[mag & 255] + digits.replace(/0+$/, "") + "\x00";
  if (neg) tail = invert(tail);
  return key + (neg ? "\x7f" : "\x81") + tail;
}
const ASCII = /^[\x01-\x7f]*$/;
function strKey(s) {
  if (ASCII.test(s)) return s + "\x00\x00";
  return Buffer.from(s, "utf8").toString("latin1").replace(/\x00/g, "\x00\xff") + "\x00\x00";
}
const u32 = (n) => CH[(n >>> 24) & 255] + CH[(n >>> 16) & 255] + CH[(n >>> 8) & 255] + CH[n & 255];
export const typeByte = (order) => CH[order + 2];
export const invert = (s) => {
  let o = "";
  for (let i = 0; i < s.length; i++) o += CH[s.charCodeAt(i) ^ 0xff];
  return o;
};
export function keyOf(v, str) {
  const o = typeOrder(v);
  const t = CH[(o === 0 ? 5 : o) + 2]; // in an index a missing field is null
  switch (o) {
    case 10:
      return t + numKey(v);
    case 15:
      return t + strKey(str ? str(String(v)) : String(v));
    case 35:
      return t + v.id.toString("latin1");
    case 40:
      return t + (v ? "\x01" : "\x00");
    case 45:
      return t + dblKey(v.getTime());
    case 47:
      return t + u32(v.high) + u32(v.low);
    case 30: {
      const b = bytesOf(v);
      return t + u32(b.length) + CH[v.sub_type ?? 0] + Buffer.from(b).toString("latin1");
    }
    case 25:
      return t + v.map((x) => keyOf(x, str)).join("") + "\x00";
    case 20: {
      const d = v._bsontype === "DBRef" ? v.toJSON() : v;
      let out = t;
      for (const k of Object.keys(d)) {
        const x = d[k];
        out += CH[typeOrder(x) + 2] + strKey(k) + keyOf(x, str);
      }
      return out + "\x00";
    }
    case 50: {
      const [p, f] = reParts(v);
      return t + strKey(p) + strKey(f);
    }
    case 60:
    case 65:
      return t + strKey(String(v.code));
  }
  return t;
}
// ---- paths and copies ------------------------------------------------------------------------------------------------
/** Deep copy of containers; leaf BSON values are shared (they are never changed in place). */ export function clone(v) {
  if (Array.isArray(v)) return v.map(clone);
  if (isPlain(v)) {
    const o = {};
    for (const k of Object.keys(v)) {
      if (k === "__proto__")
        Object.defineProperty(o, k, {
          value: clone(v[k]),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else o[k] = clone(v[k]);
    }
    return o;
  }
  return v;
}
/** A value at a dotted path without array traversal (for shard-key-like uses and $merge on). */ export function getPath(d, path) {
  let v = d;
  for (const p of path.split(".")) {
    if (v === null || typeof v !== "object") return undefined;
    v = Array.isArray(v) ? (/^\d+$/.test(p) ? v[Number(p)] : undefined) : Object.hasOwn(v, p) ? v[p] : undefined;
  }
  return v;
}
export const isDigits = (s) => /^\d+$/.test(s);
export { Binary, BSONRegExp, BSONSymbol, Code, DBRef, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp };
export class MongoErr extends Error {
  code;
  codeName;
  extra;
  constructor(code, codeName, msg, extra = {}) {
    super(msg);
    this.code = code;
    this.codeName = codeName;
    this.extra = extra;
  }
}
export const bad = (msg) => new MongoErr(2, "BadValue", msg);
export const failParse = (msg) => new MongoErr(9, "FailedToParse", msg);
export const typeMismatch = (msg) => new MongoErr(14, "TypeMismatch", msg);
