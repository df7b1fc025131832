/** Query filters with the server's semantics (type bracketing, array traversal, null/missing, field-order-sensitive equality). */ import {
  bad,
  compare,
  equal,
  isDigits,
  isLong,
  isNum,
  isPlain,
  keyOf,
  MongoErr,
  TYPE_CODES,
  toDouble,
  typeName,
  typeOrder,
} from "./values.js";
export const toRegExp = (v, flags) => {
  let src, f;
  if (v instanceof RegExp) {
    src = v.source;
    f = flags ?? v.flags;
  } else if (v && v._bsontype === "BSONRegExp") {
    src = v.pattern;
    f = flags ?? v.options;
  } else {
    src = String(v);
    f = flags ?? "";
  }
  const m = /^\(\?([imsx]+)\)/.exec(src);
  if (m) {
    src = src.slice(m[0].length);
    f += m[1];
  }
  if (f.includes("x"))
    src = src
      .replace(/\\#/g, "\\x23")
      .replace(/(^|[^\\])\s+/g, "$1")
      .replace(/#.*$/gm, "");
  const js = [...new Set(f)].filter((c) => "imsu".includes(c)).join("");
  try {
    return new RegExp(src, js);
  } catch (e) {
    throw new MongoErr(51091, "Location51091", `Regular expression is invalid: ${e.message}`);
  }
};
export const isRegex = (v) => v instanceof RegExp || (v && v._bsontype === "BSONRegExp");
const isOpDoc = (v) =>
  isPlain(v) &&
  (() => {
    const k = Object.keys(v)[0];
    return k !== undefined && k[0] === "$" && !["$ref", "$id", "$db"].includes(k);
  })();
/** Visits the values at a path as the server's matcher does. Returns true as soon as cb does. */ export function visit(
  v,
  parts,
  i,
  cb,
  leafArrays = true,
) {
  if (i === parts.length) {
    if (cb(v, false)) return true;
    if (leafArrays && Array.isArray(v)) {
      for (const e of v) if (cb(e, true)) return true;
    }
    return false;
  }
  const p = parts[i];
  if (Array.isArray(v)) {
    if (isDigits(p)) {
      const n = Number(p);
      if (n < v.length && visit(v[n], parts, i + 1, cb, leafArrays)) return true;
      let any = false;
      for (const e of v)
        if (isPlain(e) && Object.hasOwn(e, p)) {
          any = true;
          if (visit(e, parts, i, cb, leafArrays)) return true;
        }
      if (!any && n >= v.length) return cb(undefined, false);
      return false;
    }
    for (const e of v) if (isPlain(e) && visit(e, parts, i, cb, leafArrays)) return true;
    return false;
  }
  if (v !== null && typeof v === "object" && (isPlain(v) || v._bsontype === "DBRef")) {
    const o = v._bsontype === "DBRef" ? v.toJSON() : v;
    return visit(Object.hasOwn(o, p) ? o[p] : undefined, parts, i + 1, cb, leafArrays);
  }
  return cb(undefined, false);
}
export function compile(filter, o = {}) {
  if (!isPlain(filter)) throw bad("filter must be an object");
  const preds = [];
  for (const key of Object.keys(filter)) {
    const val = filter[key];
    if (key[0] === "$") {
      switch (key) {
        case "$and":
        case "$or":
        case "$nor": {
          if (!Array.isArray(val)) throw bad(`${key} must be an array`);
          if (val.length === 0) throw bad(`${key} argument must be a non-empty array`);
          const ps = val.map((f) => {
            if (!isPlain(f)) throw bad(`${key} argument's entries must be objects`);
            return compile(f, o);
          });
          preds.push(
            key === "$and"
              ? (d, p) => ps.every((x) => x(d, p))
              : key === "$or"
                ? (d, p) => ps.some((x) => x(d, p))
                : (d) => !ps.some((x) => x(d)),
          );
          break;
        }
        case "$expr": {
          const e = o.expr;
          if (!e) throw bad("$expr is not available here");
          preds.push((d) => truthy(e(d, val, o.vars)));
          break;
        }
        case "$comment":
          break;
        case "$alwaysTrue":
          break;
        case "$alwaysFalse":
          preds.push(() => false);
          break;
        case "$sampleRate":
          preds.push(() => Math.random() < toDouble(val));
          break;
        case "$jsonSchema":
          preds.push(jsonSchema(val));
          break;
        case "$text":
          throw new MongoErr(27, "IndexNotFound", "text index required for $text query");
        case "$where":
          throw bad("$where is not supported by this server");
        case "$ref":
        case "$id":
        case "$db":
          preds.push(field(key, val, o));
          break;
        default:
          throw bad(
            `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
          );
      }
    } else preds.push(field(key, val, o));
  }
  if (preds.length === 1) return preds[0];
  return (d, p) => {
    for (const x of preds) if (!x(d, p)) return false;
    return true;
  };
}
export const truthy = (v) => !(v === false || v === null || v === undefined || (isNum(v) && toDouble(v) === 0));
function field(path, val, o) {
  const parts = path.split(".");
  if (isOpDoc(val)) {
    const ps = Object.keys(val)
      .map((op) => operator(parts, op, val[op], val, o))
      .filter(Boolean);
    return ps.length === 1
      ? ps[0]
      : (d, p) => {
          for (const x of ps) if (!x(d, p)) return false;
          return true;
        };
  }
  return leaf(parts, isRegex(val) ? regexLeaf(val, toRegExp(val)) : eqLeaf(val, o.str));
}
/** Wraps a leaf test; records which element of the first array on the path matched, for the positional operator. */ function leaf(
  parts,
  test,
  leafArrays = true,
) {
  if (parts.length === 1) {
    const k = parts[0];
    return (d, pos) => {
      const v = Object.hasOwn(d, k) ? d[k] : undefined;
      if (test(v, false)) return true;
      if (leafArrays && Array.isArray(v)) {
        for (let i = 0; i < v.length; i++)
          if (test(v[i], true)) {
            if (pos && pos.index === undefined) pos.index = i;
            return true;
          }
      }
      return false;
    };
  }
  return (d, pos) => {
    const ok = visit(d, parts, 0, test, leafArrays);
    if (ok && pos && pos.index === undefined) {
      // find the first array on the path and which element satisfies the rest
      let v = d;
      for (let i = 0; i < parts.length; i++) {
        if (v === null || typeof v !== "object") break;
        if (Array.isArray(v)) {
          if (isDigits(parts[i])) {
            v = v[Number(parts[i])];
            continue;
          }
          for (let n = 0; n < v.length; n++)
            if (isPlain(v[n]) && visit(v[n], parts, i, test, leafArrays)) {
              pos.index = n;
              break;
            }
          return true;
        }
        v = v[parts[i]];
      }
      if (Array.isArray(v)) {
        for (let n = 0; n < v.length; n++)
          if (test(v[n], true)) {
            pos.index = n;
            break;
          }
      }
    }
    return ok;
  };
}
const eqLeaf = (val, str) => {
  if (val === null) return (v) => v === null || v === undefined;
  const t = typeof val;
  if (t === "string" && !str) return (v) => v === val;
  if (t === "boolean") return (v) => v === val;
  if (t === "number" && !Number.isNaN(val))
    return (v) => v === val || (v !== null && typeof v === "object" && typeOrder(v) === 10 && equal(v, val));
  if (val?._bsontype === "ObjectId") return (v) => v !== null && typeof v === "object" && v._bsontype === "ObjectId" && v.equals(val);
  return (v) => v !== undefined && equal(v, val, str);
};
const regexLeaf = (orig, re) => (v) => (typeof v === "string" ? re.test(v) : isRegex(v) && equal(v, orig));
function cmpLeaf(op, val, str) {
  if (isRegex(val)) throw bad(`Can't have RegEx as arg to predicate over field.`);
  const order = typeOrder(val);
  const nanOk = op === "$gte" || op === "$lte";
  if (order === 10 && Number.isNaN(toDouble(val))) return (v) => nanOk && typeOrder(v) === 10 && Number.isNaN(toDouble(v));
  const test = op === "$gt" ? (c) => c > 0 : op === "$gte" ? (c) => c >= 0 : op === "$lt" ? (c) => c < 0 : (c) => c <= 0;
  if (order === 5) return (v) => nanOk && (v === null || v === undefined);
  if (order === -1 || order === 127) return (v) => test(compare(v ?? null, val, str));
  return (v) => v !== undefined && typeOrder(v) === order && !(order === 10 && Number.isNaN(toDouble(v))) && test(compare(v, val, str));
}
function typeSet(arg) {
  const list = Array.isArray(arg) ? arg : [arg];
  if (!list.length) throw new MongoErr(9, "FailedToParse", "$type must match at least one type");
  const names = new Set();
  for (const t of list) {
    if (typeof t !== "string" && !isNum(t)) throw new MongoErr(14, "TypeMismatch", "type must be represented as a number or a string");
    if (t === "number") {
      for (const n of ["int", "long", "double", "decimal"]) names.add(n);
      continue;
    }
    const n = typeof t === "string" ? t : TYPE_CODES[toDouble(t)];
    if (!n || (typeof t === "string" && !Object.values(TYPE_CODES).includes(t)))
      throw bad(typeof t === "string" ? `Unknown type name alias: ${t}` : `Invalid numerical type code: ${t}`);
    names.add(n);
  }
  return (v) => v !== undefined && names.has(typeName(v));
}
function operator(parts, op, val, all, o) {
  switch (op) {
    case "$eq":
      return leaf(parts, eqLeaf(val, o.str));
    case "$ne": {
      if (isRegex(val)) throw bad("Can't have regex as arg to $ne.");
      const p = leaf(parts, eqLeaf(val, o.str));
      return (d) => !p(d);
    }
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return leaf(parts, cmpLeaf(op, val, o.str));
    case "$in":
    case "$nin": {
      if (!Array.isArray(val)) throw bad(`${op} needs an array`);
      if (val.some(isOpDoc)) throw bad(`cannot nest $ under ${op}`);
      const p = leaf(parts, inLeaf(val, o.str));
      return op === "$in" ? p : (d) => !p(d);
    }
    case "$not": {
      if (isRegex(val)) {
        const p = leaf(parts, regexLeaf(val, toRegExp(val)));
        return (d) => !p(d);
      }
      if (!isPlain(val) || !Object.keys(val).length) throw bad("$not needs a regex or a document");
      if (!isOpDoc(val)) throw bad(`unknown operator: ${Object.keys(val)[0]}`);
      const ps = Object.keys(val)
        .map((k) => operator(parts, k, val[k], val, o))
        .filter(Boolean);
      return (d) => !ps.every((p) => p(d));
    }
    case "$exists": {
      const p = leaf(parts, (v) => v !== undefined, false);
      return truthy(val) ? p : (d) => !p(d);
    }
    case "$type": {
      const t = typeSet(val);
      return leaf(parts, t);
    }
    case "$mod": {
      if (!Array.isArray(val)) throw bad("malformed mod, needs to be an array");
      if (val.length !== 2) throw bad(val.length < 2 ? "malformed mod, not enough elements" : "malformed mod, too many elements");
      const dv = Math.trunc(toDouble(val[0])),
        rm = Math.trunc(toDouble(val[1]));
      if (dv === 0) throw bad("divisor cannot be 0");
      return leaf(
        parts,
        (v) => isNum(v) && Number.isFinite(toDouble(v)) && (isLong(v) ? v.mod(dv).toNumber() : Math.trunc(toDouble(v)) % dv) === rm,
      );
    }
    case "$regex": {
      const re = toRegExp(val, all.$options);
      const orig = isRegex(val) ? val : re;
      return leaf(parts, regexLeaf(orig, re));
    }
    case "$options":
      if (!("$regex" in all)) throw bad("$options needs a $regex");
      return null;
    case "$size": {
      if (!isNum(val) || !Number.isInteger(toDouble(val))) throw bad(`Failed to parse $size. Expected an integer in: $size: ${val}`);
      if (toDouble(val) < 0) throw bad(`Failed to parse $size. Expected a non-negative number in: $size: ${val}`);
      return leaf(parts, (v) => Array.isArray(v) && v.length === toDouble(val), false);
    }
    case "$all": {
      if (!Array.isArray(val)) throw bad("$all needs an array");
      if (!val.length) return () => false;
      const ps = val.map((x) =>
        isPlain(x) && "$elemMatch" in x
          ? operator(parts, "$elemMatch", x.$elemMatch, x, o)
          : isRegex(x)
            ? leaf(parts, regexLeaf(x, toRegExp(x)))
            : leaf(parts, eqLeaf(x, o.str)),
      );
      return (d, p) => ps.every((x) => x(d, p));
    }
    case "$elemMatch": {
      if (!isPlain(val)) throw bad("$elemMatch needs an Object");
      const t = elemTest(val, o);
      return leafElem(parts, t);
    }
    case "$bitsAllSet":
    case "$bitsAllClear":
    case "$bitsAnySet":
    case "$bitsAnyClear": {
      let mask = 0n;
      if (Array.isArray(val)) for (const b of val) mask |= 1n << BigInt(toDouble(b));
      else if (isNum(val)) mask = isLong(val) ? val.toBigInt() : BigInt(toDouble(val));
      else if (val?._bsontype === "Binary") for (let i = 0; i < val.length(); i++) mask |= BigInt(val.buffer[i]) << BigInt(8 * i);
      else throw bad(`${op} takes an Array, a number, or a BinData`);
      return leaf(parts, (v) => {
        let n;
        if (isNum(v)) {
          const d = toDouble(v);
          if (!Number.isInteger(d)) return false;
          n = isLong(v) ? v.toBigInt() : BigInt(d);
        } else if (v?._bsontype === "Binary") {
          n = 0n;
          for (let i = 0; i < v.length(); i++) n |= BigInt(v.buffer[i]) << BigInt(8 * i);
        } else return false;
        const x = n & mask;
        return op === "$bitsAllSet" ? x === mask : op === "$bitsAllClear" ? x === 0n : op === "$bitsAnySet" ? x !== 0n : x !== mask;
      });
    }
    case "$comment":
      return null;
    case "$geoWithin":
    case "$geoIntersects":
    case "$near":
    case "$nearSphere":
    case "$within":
      throw bad(`${op} is not supported by this server (no geospatial queries)`);
  }
  throw bad(`unknown operator: ${op}`);
}
export function elemTest(val, o) {
  const k = Object.keys(val);
  const valueForm = k.length > 0 && k[0][0] === "$" && !["$and", "$or", "$nor", "$expr", "$where"].includes(k[0]);
  if (valueForm) {
    const ps = k.map((op) => operator(["v"], op, val[op], val, o)).filter(Boolean);
    // one element is one value here: an element that is itself an array is compared whole
    return (v) =>
      ps.every((p) =>
        p({
          v,
        }),
      );
  }
  const p = compile(val, o);
  return (v) => (isPlain(v) || Array.isArray(v)) && p(v);
}
function leafElem(parts, test) {
  return (d, pos) =>
    visit(
      d,
      parts,
      0,
      (v) => {
        if (!Array.isArray(v)) return false;
        for (let i = 0; i < v.length; i++)
          if (test(v[i])) {
            if (pos && pos.index === undefined) pos.index = i;
            return true;
          }
        return false;
      },
      false,
    );
}
function inLeaf(list, str) {
  const res = list.filter(isRegex).map((r) => regexLeaf(r, toRegExp(r)));
  const rest = list.filter((x) => !isRegex(x));
  const hasNull = rest.some((x) => x === null || x === undefined);
  if (!str && rest.length > 8) {
    const set = new Set(rest.map((x) => keyOf(x)));
    return (v, e) => (v === undefined ? hasNull && !e : set.has(keyOf(v))) || res.some((r) => r(v, e));
  }
  const eqs = rest.map((x) => eqLeaf(x ?? null, str));
  return (v, e) => eqs.some((q) => q(v, e)) || res.some((r) => r(v, e));
}
/** The part of $jsonSchema that validators in practice use. */ export function jsonSchema(s) {
  if (!isPlain(s)) throw typeErr("$jsonSchema must be an object");
  const checks = [];
  const known = new Set([
    "bsonType",
    "type",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "title",
    "description",
    "multipleOf",
    "patternProperties",
  ]);
  for (const k of Object.keys(s)) if (!known.has(k)) throw new MongoErr(9, "FailedToParse", `Unknown $jsonSchema keyword: ${k}`);
  if (s.bsonType !== undefined) checks.push(typeSet(s.bsonType));
  if (s.type !== undefined) {
    const m = {
      boolean: "bool",
    };
    const l = (Array.isArray(s.type) ? s.type : [s.type]).map((t) => m[t] ?? t);
    checks.push(typeSet(l));
  }
  if (s.enum) checks.push((v) => s.enum.some((e) => equal(e, v)));
  const num = (f) => (v) => !isNum(v) || f(v);
  if (s.minimum !== undefined)
    checks.push(num((v) => (s.exclusiveMinimum === true ? compare(v, s.minimum) > 0 : compare(v, s.minimum) >= 0)));
  if (s.maximum !== undefined)
    checks.push(num((v) => (s.exclusiveMaximum === true ? compare(v, s.maximum) < 0 : compare(v, s.maximum) <= 0)));
  if (s.multipleOf !== undefined) checks.push(num((v) => toDouble(v) % toDouble(s.multipleOf) === 0));
  if (s.minLength !== undefined) checks.push((v) => typeof v !== "string" || [...v].length >= s.minLength);
  if (s.maxLength !== undefined) checks.push((v) => typeof v !== "string" || [...v].length <= s.maxLength);
  if (s.pattern !== undefined) {
    const re = toRegExp(s.pattern);
    checks.push((v) => typeof v !== "string" || re.test(v));
  }
  const arr = (f) => (v) => !Array.isArray(v) || f(v);
  if (s.minItems !== undefined) checks.push(arr((a) => a.length >= s.minItems));
  if (s.maxItems !== undefined) checks.push(arr((a) => a.length <= s.maxItems));
  if (s.uniqueItems) checks.push(arr((a) => new Set(a.map((x) => keyOf(x))).size === a.length));
  if (isPlain(s.items)) {
    const c = jsonSchema(s.items);
    checks.push(arr((a) => a.every(c)));
  }
  const obj = (f) => (v) => !isPlain(v) || f(v);
  if (s.required) checks.push(obj((d) => s.required.every((k) => d[k] !== undefined)));
  if (s.minProperties !== undefined) checks.push(obj((d) => Object.keys(d).length >= s.minProperties));
  if (s.maxProperties !== undefined) checks.push(obj((d) => Object.keys(d).length <= s.maxProperties));
  const props = Object.entries(s.properties ?? {}).map(([k, v]) => [k, jsonSchema(v)]);
  if (props.length) checks.push(obj((d) => props.every(([k, c]) => d[k] === undefined || c(d[k]))));
  const pat = Object.entries(s.patternProperties ?? {}).map(([k, v]) => [new RegExp(k), jsonSchema(v)]);
  if (pat.length) checks.push(obj((d) => Object.keys(d).every((k) => pat.every(([re, c]) => !re.test(k) || c(d[k])))));
  if (s.additionalProperties !== undefined && s.additionalProperties !== true) {
    const c = isPlain(s.additionalProperties) ? jsonSchema(s.additionalProperties) : () => false;
    checks.push(obj((d) => Object.keys(d).every((k) => props.some(([p]) => p === k) || pat.some(([re]) => re.test(k)) || c(d[k]))));
  }
  for (const [k, f] of [
    ["allOf", "every"],
    ["anyOf", "some"],
  ])
    if (s[k]) {
      const cs = s[k].map(jsonSchema);
      checks.push((v) => cs[f]((c) => c(v)));
    }
  if (s.oneOf) {
    const cs = s.oneOf.map(jsonSchema);
    checks.push((v) => cs.filter((c) => c(v)).length === 1);
  }
  if (s.not) {
    const c = jsonSchema(s.not);
    checks.push((v) => !c(v));
  }
  return (v) => checks.every((c) => c(v));
}
const typeErr = (m) => new MongoErr(14, "TypeMismatch", m);
