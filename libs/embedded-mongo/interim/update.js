/** Update operators. The document passed in is never changed: a new one is returned. */ import {
  compile,
  elemTest,
  isRegex,
  toRegExp,
} from "./matcher.js";
import {
  arith,
  bad,
  clone,
  compare,
  equal,
  failParse,
  isDigits,
  isNum,
  isPlain,
  Long,
  MongoErr,
  ObjectId,
  Timestamp,
  toDouble,
  typeMismatch,
  typeName,
  typeOrder,
} from "./values.js";

const OPS = new Set([
  "$set",
  "$unset",
  "$inc",
  "$mul",
  "$min",
  "$max",
  "$rename",
  "$setOnInsert",
  "$currentDate",
  "$push",
  "$pop",
  "$pull",
  "$pullAll",
  "$addToSet",
  "$bit",
]);
const show = (v) => {
  try {
    return JSON.stringify(v);
  } catch {
    return String(v);
  }
};
export const isOperatorUpdate = (u) => isPlain(u) && Object.keys(u).some((k) => k[0] === "$") && Object.keys(u)[0]?.[0] === "$";
export function compileUpdate(u, arrayFilters, match) {
  const steps = [];
  const paths = [];
  let positional = false;
  const used = new Set();
  const claim = (path) => {
    for (const p of paths) {
      if (p === path || p.startsWith(path + ".") || path.startsWith(p + "."))
        throw new MongoErr(
          40,
          "ConflictingUpdateOperators",
          `Updating the path '${path}' would create a conflict at '${p.length < path.length ? p : path}'`,
        );
    }
    paths.push(path);
  };
  for (const op of Object.keys(u)) {
    if (!OPS.has(op))
      throw failParse(
        op[0] === "$"
          ? `Unknown modifier: ${op}. Expected a valid update modifier or pipeline-style update specified as an array`
          : `Unknown modifier: ${op}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    const spec = u[op];
    if (!isPlain(spec))
      throw failParse(
        `Modifiers operate on fields but we found type ${typeName(spec)} instead. For example: {$mod: {<field>: ...}} not {${op}: ${show(spec)}}`,
      );
    for (const path of Object.keys(spec)) {
      if (path === "") throw new MongoErr(56, "EmptyFieldName", "An empty update path is not valid.");
      const parts = path.split(".");
      if (parts.some((p) => p === ""))
        throw new MongoErr(56, "EmptyFieldName", `The update path '${path}' contains an empty field name, which is not allowed.`);
      if (parts[0] === "$" || parts[0].startsWith("$["))
        throw bad(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
      if (parts.includes("$")) positional = true;
      for (const p of parts) if (p.startsWith("$[") && p.endsWith("]") && p.length > 3) used.add(p.slice(2, -1));
      const arg = spec[path];
      checkArg(op, path, arg);
      claim(path);
      if (op === "$rename") {
        if (typeof arg !== "string") throw bad(`The 'to' field for $rename must be a string: ${path}: ${show(arg)}`);
        if (parts.some((p) => p.startsWith("$")) || arg.split(".").some((p) => p.startsWith("$")))
          throw bad(`The source field for $rename may not be dynamic: ${path}`);
        if (arg === path) throw bad(`The source and target field for $rename must differ: ${path}: "${arg}"`);
        claim(arg);
      }
      steps.push({
        op,
        path,
        parts,
        arg,
      });
    }
  }
  const filters = new Map();
  for (const f of arrayFilters ?? []) {
    const ids = new Set();
    const rooted = rebase(f, ids);
    if (ids.size === 0) throw failParse("Cannot use an expression without a top-level field name in arrayFilters");
    if (ids.size > 1)
      throw failParse(
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${[...ids].join("' and '")}'`,
      );
    const id = [...ids][0];
    if (!/^[a-z][A-Za-z0-9]*$/.test(id))
      throw bad(
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${id}'`,
      );
    if (filters.has(id)) throw failParse(`Found multiple array filters with the same top-level field name ${id}`);
    const p = compile(rooted, match);
    filters.set(id, (v) =>
      p({
        v: v,
      }),
    );
    if (!used.has(id)) throw failParse(`The array filter for identifier '${id}' was not used in the update ${show(u)}`);
  }
  for (const id of used)
    if (!filters.has(id))
      throw bad(`No array filter found for identifier '${id}' in path '${steps.find((s) => s.parts.includes(`$[${id}]`)).path}'`);
  steps.sort((a, b) => cmpPath(a.parts, b.parts));
  return {
    positional,
    apply(doc, ctx) {
      const out = clone(doc);
      let changed = false;
      for (const s of steps) if (runStep(out, s, ctx, filters)) changed = true;
      if (!ctx.inserting && !equal(doc._id, out._id))
        throw new MongoErr(66, "ImmutableField", "Performing an update on the path '_id' would modify the immutable field '_id'");
      return {
        doc: out,
        changed,
      };
    },
  };
}
/** {"x.a": 1} (identifier x) becomes a filter over {v: element}. */ function rebase(f, ids) {
  const out = {};
  for (const k of Object.keys(f)) {
    if (k === "$and" || k === "$or" || k === "$nor") out[k] = f[k].map((x) => rebase(x, ids));
    else if (k[0] === "$") throw failParse(`${k} is not allowed in array filters`);
    else {
      const i = k.indexOf(".");
      ids.add(i < 0 ? k : k.slice(0, i));
      out[i < 0 ? "v" : "v" + k.slice(i)] = f[k];
    }
  }
  return out;
}
const cmpPath = (a, b) => {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] === b[i]) continue;
    if (isDigits(a[i]) && isDigits(b[i])) return Number(a[i]) - Number(b[i]);
    return a[i] < b[i] ? -1 : 1;
  }
  return a.length - b.length;
};
function checkArg(op, path, arg) {
  switch (op) {
    case "$inc":
    case "$mul":
      if (!isNum(arg))
        throw typeMismatch(`Cannot ${op === "$inc" ? "increment" : "multiply"} with non-numeric argument: {${path}: ${show(arg)}}`);
      break;
    case "$pop":
      if (!isNum(arg)) throw failParse(`Expected a number in: ${path}: ${show(arg)}`);
      if (Math.abs(toDouble(arg)) !== 1) throw failParse(`$pop expects 1 or -1, found: ${show(arg)}`);
      break;
    case "$pullAll":
      if (!Array.isArray(arg)) throw bad(`$pullAll requires an array argument but was given a ${typeName(arg)}`);
      break;
    case "$currentDate":
      if (typeof arg === "boolean") break;
      if (!isPlain(arg))
        throw bad(
          `${typeName(arg)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
        );
      if (arg.$type !== "date" && arg.$type !== "timestamp")
        throw bad("The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}");
      break;
    case "$push":
      if (isPlain(arg) && Object.keys(arg)[0]?.[0] === "$" && "$each" in arg) {
        if (!Array.isArray(arg.$each))
          throw bad(`The argument to $each in $push must be an array but it was of type: ${typeName(arg.$each)}`);
        for (const k of Object.keys(arg))
          if (!["$each", "$slice", "$sort", "$position"].includes(k)) throw bad(`Unrecognized clause in $push: ${k}`);
        for (const k of ["$slice", "$position"])
          if (arg[k] !== undefined && !Number.isInteger(toDouble(arg[k])))
            throw bad(`The value for ${k} must be an integer value but was given type: ${typeName(arg[k])}`);
        if (arg.$sort !== undefined && !(isPlain(arg.$sort) || Math.abs(toDouble(arg.$sort)) === 1))
          throw bad("The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields");
      }
      break;
    case "$addToSet":
      if (isPlain(arg) && Object.keys(arg)[0] === "$each" && !Array.isArray(arg.$each))
        throw typeMismatch(`The argument to $each in $addToSet must be an array but it was of type ${typeName(arg.$each)}`);
      if (isPlain(arg) && Object.keys(arg)[0] === "$each" && Object.keys(arg).length > 1)
        throw bad(`Found unexpected fields after $each in $addToSet: ${show(arg)}`);
      break;
    case "$bit":
      if (!isPlain(arg))
        throw bad(
          `The $bit modifier is not compatible with a ${typeName(arg)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
        );
      break;
  }
}
/** Calls fn for every place that the path names. */ function walk(root, s, ctx, filters, create, fn) {
  const { parts, path } = s;
  const go = (c, i, at) => {
    const p = parts[i],
      last = i === parts.length - 1;
    const step = (k) => {
      if (last) return fn(c, k);
      let child = c[k];
      if (child === undefined) {
        if (parts[i + 1].startsWith("$[")) {
          if (!create && s.op === "$unset") return false;
          throw bad(`The path '${at ? at + "." : ""}${k}' must exist in the document in order to apply array updates.`);
        }
        if (parts[i + 1] === "$") throw bad("The positional operator did not find the match needed from the query.");
        if (!create) return false;
        if (Array.isArray(c)) pad(c, Number(k));
        child = c[k] = {};
      }
      return go(child, i + 1, at ? `${at}.${k}` : String(k));
    };
    if (Array.isArray(c)) {
      if (p === "$[]") {
        let any = false;
        for (let n = 0; n < c.length; n++) any = step(n) || any;
        return any;
      }
      if (p === "$") {
        if (ctx.pos === undefined) throw bad("The positional operator did not find the match needed from the query.");
        return step(ctx.pos);
      }
      if (p.startsWith("$[")) {
        const f = filters.get(p.slice(2, -1));
        let any = false;
        for (let n = 0; n < c.length; n++) if (f(c[n])) any = step(n) || any;
        return any;
      }
      if (isDigits(p)) {
        const n = Number(p);
        if (n >= c.length && !create) return false;
        if (n > c.length + 1_500_000) throw new MongoErr(2, "BadValue", "can't backfill more than 1500000 elements");
        return step(n);
      }
      if (!create) return false;
      throw new MongoErr(28, "PathNotViable", `Cannot create field '${p}' in element {${at.split(".").pop()}: ${show(c)}}`);
    }
    if (p === "$[]" || (p.startsWith("$[") && p.endsWith("]")))
      throw bad(`Cannot apply array updates to non-array element ${at}: ${show(c)}`);
    if (p === "$") throw bad("The positional operator did not find the match needed from the query.");
    if (!isPlain(c)) {
      if (!create) return false;
      throw new MongoErr(28, "PathNotViable", `Cannot create field '${p}' in element {${at.split(".").pop()}: ${show(c)}}`);
    }
    if (last || Object.hasOwn(c, p)) return step(p);
    return step(p);
  };
  void path;
  return go(root, 0, "");
}
const pad = (a, n) => {
  while (a.length < n) a.push(null);
};
function put(c, k, v) {
  if (Array.isArray(c)) pad(c, Number(k));
  if (k === "__proto__")
    Object.defineProperty(c, k, {
      value: v,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else c[k] = v;
}
/** Same value and same numeric type: nothing to write. */ const same = (a, b) =>
  a !== undefined && equal(a, b) && typeof a === typeof b && a?._bsontype === b?._bsontype;
function runStep(doc, s, ctx, filters) {
  const { op, arg } = s;
  const each = (create, fn) => walk(doc, s, ctx, filters, create, fn);
  const setTo = (c, k, v) => {
    if (same(c[k], v)) return false;
    put(c, k, clone(v));
    return true;
  };
  switch (op) {
    case "$set":
      return each(true, (c, k) => setTo(c, k, arg));
    case "$setOnInsert":
      return ctx.inserting ? each(true, (c, k) => setTo(c, k, arg)) : false;
    case "$unset":
      return each(false, (c, k) => {
        if (Array.isArray(c)) {
          if (Number(k) >= c.length || c[Number(k)] === null) return false;
          c[Number(k)] = null;
          return true;
        }
        if (!Object.hasOwn(c, k)) return false;
        delete c[k];
        return true;
      });
    case "$inc":
    case "$mul":
      return each(true, (c, k) => {
        const old = c[k];
        if (old === undefined) {
          put(c, k, op === "$inc" ? arg : arith("mul", arg, 0));
          return true;
        }
        if (!isNum(old))
          throw typeMismatch(
            `Cannot apply ${op} to a value of non-numeric type. {_id: ${show(doc._id)}} has the field '${s.parts[s.parts.length - 1]}' of non-numeric type ${typeName(old)}`,
          );
        return setTo(c, k, arith(op === "$inc" ? "add" : "mul", old, arg));
      });
    case "$min":
    case "$max":
      return each(true, (c, k) => {
        const old = c[k];
        if (old !== undefined) {
          const r = compare(arg, old, ctx.str);
          if (op === "$min" ? r >= 0 : r <= 0) return false;
        }
        put(c, k, clone(arg));
        return true;
      });
    case "$currentDate": {
      const now = ctx.now ?? new Date();
      return each(true, (c, k) => {
        put(
          c,
          k,
          isPlain(arg) && arg.$type === "timestamp"
            ? (ctx.timestamp?.() ??
                new Timestamp({
                  t: Math.floor(now.getTime() / 1000),
                  i: 1,
                }))
            : now,
        );
        return true;
      });
    }
    case "$rename": {
      let val,
        found = false;
      const check = (ps, what) => {
        let v = doc;
        for (const p of ps.slice(0, -1)) {
          if (Array.isArray(v)) break;
          if (!isPlain(v)) return;
          v = v[p];
        }
        if (Array.isArray(v))
          throw bad(
            `The ${what} field cannot be an array element, '${ps.join(".")}' in doc with _id: ${show(doc._id)} has an array field called '${ps[0]}'`,
          );
      };
      check(s.parts, "source");
      check(arg.split("."), "destination");
      each(false, (c, k) => {
        if (Object.hasOwn(c, k)) {
          found = true;
          val = c[k];
          delete c[k];
        }
        return found;
      });
      if (!found) return false;
      walk(
        doc,
        {
          op: "$set",
          path: arg,
          parts: arg.split("."),
          arg: val,
        },
        ctx,
        filters,
        true,
        (c, k) => {
          delete c[k];
          put(c, k, val);
          return true;
        },
      );
      return true;
    }
    case "$push": {
      const mod = isPlain(arg) && "$each" in arg && Object.keys(arg)[0][0] === "$";
      return each(true, (c, k) => {
        const old = c[k];
        if (old !== undefined && !Array.isArray(old))
          throw bad(`The field '${s.path}' must be an array but is of type ${typeName(old)} in document {_id: ${show(doc._id)}}`);
        const before = old ?? [];
        let a = before.slice();
        if (!mod) a.push(clone(arg));
        else {
          const items = arg.$each.map(clone);
          if (arg.$position === undefined) a.push(...items);
          else {
            const n = toDouble(arg.$position);
            a.splice(n < 0 ? Math.max(0, a.length + n) : n, 0, ...items);
          }
          if (arg.$sort !== undefined) a = stableSort(a, arg.$sort, ctx.str);
          if (arg.$slice !== undefined) {
            const n = toDouble(arg.$slice);
            a = n < 0 ? a.slice(n) : a.slice(0, n);
          }
        }
        if (old !== undefined && equal(old, a)) return false;
        put(c, k, a);
        return true;
      });
    }
    case "$addToSet": {
      const list = isPlain(arg) && Object.keys(arg)[0] === "$each" ? arg.$each : [arg];
      return each(true, (c, k) => {
        const old = c[k];
        if (old !== undefined && !Array.isArray(old))
          throw bad(
            `Cannot apply $addToSet to non-array field. Field named '${s.parts[s.parts.length - 1]}' has non-array type ${typeName(old)}`,
          );
        const a = (old ?? []).slice();
        for (const v of list) if (!a.some((x) => equal(x, v, ctx.str))) a.push(clone(v));
        if (old !== undefined && a.length === old.length) return false;
        put(c, k, a);
        return true;
      });
    }
    case "$pop":
      return each(false, (c, k) => {
        const old = c[k];
        if (old === undefined) return false;
        if (!Array.isArray(old)) throw typeMismatch(`Path '${s.path}' contains an element of non-array type '${typeName(old)}'`);
        if (!old.length) return false;
        c[k] = toDouble(arg) === 1 ? old.slice(0, -1) : old.slice(1);
        return true;
      });
    case "$pull":
    case "$pullAll": {
      let drop;
      if (op === "$pullAll") drop = (v) => arg.some((x) => equal(x, v, ctx.str));
      else if (isPlain(arg)) {
        const k0 = Object.keys(arg)[0];
        if (k0 !== undefined && k0[0] === "$" && !["$and", "$or", "$nor"].includes(k0)) drop = elemTest(arg, ctx.match ?? {});
        else {
          const p = compile(arg, ctx.match ?? {});
          drop = (v) => isPlain(v) && p(v);
        }
      } else if (isRegex(arg)) {
        const re = toRegExp(arg);
        drop = (v) => typeof v === "string" && re.test(v);
      } else drop = (v) => equal(arg, v, ctx.str);
      return each(false, (c, k) => {
        const old = c[k];
        if (old === undefined) return false;
        if (!Array.isArray(old)) throw bad(`Cannot apply ${op} to a non-array value`);
        const a = old.filter((v) => !drop(v));
        if (a.length === old.length) return false;
        c[k] = a;
        return true;
      });
    }
    case "$bit":
      return each(true, (c, k) => {
        const old = c[k] ?? 0;
        if (!isNum(old) || !Number.isInteger(toDouble(old)))
          throw bad(
            `Cannot apply $bit to a value of non-integral type.{_id: ${show(doc._id)}} has the field ${s.path} of non-integer type ${typeName(old)}`,
          );
        let r = old._bsontype === "Long" ? old.toBigInt() : BigInt(old);
        let long = old._bsontype === "Long";
        for (const b of Object.keys(arg)) {
          const n = arg[b]._bsontype === "Long" ? ((long = true), arg[b].toBigInt()) : BigInt(arg[b]);
          if (b === "and") r &= n;
          else if (b === "or") r |= n;
          else if (b === "xor") r ^= n;
          else
            throw bad(
              `The $bit modifier only supports 'and', 'or', and 'xor', not '${b}' which is an unknown operator: {${b}: ${show(arg[b])}}`,
            );
        }
        return setTo(c, k, long ? Long.fromBigInt(r) : Number(r));
      });
  }
  throw failParse(`Unknown modifier: ${op}`);
}
function stableSort(a, spec, str) {
  if (!isPlain(spec)) {
    const d = toDouble(spec);
    return a.slice().sort((x, y) => d * compare(x, y, str));
  }
  const keys = Object.keys(spec).map((k) => [k.split("."), toDouble(spec[k])]);
  const get = (v, p) => {
    for (const k of p) v = v === null || v === undefined ? undefined : v[k];
    return v ?? null;
  };
  return a.slice().sort((x, y) => {
    for (const [p, d] of keys) {
      const c = d * compare(get(x, p), get(y, p), str);
      if (c) return c;
    }
    return 0;
  });
}
/** The document an upsert starts from: the equalities of the filter. */ export function upsertSeed(filter) {
  const out = {};
  const seen = new Set();
  const put1 = (path, v) => {
    if (seen.has(path)) throw new MongoErr(54, "NotSingleValueField", `cannot infer query fields to set, path '${path}' is matched twice`);
    seen.add(path);
    const parts = path.split(".");
    let c = out;
    for (let i = 0; i < parts.length - 1; i++) {
      if (!isPlain(c[parts[i]])) c[parts[i]] = {};
      c = c[parts[i]];
    }
    c[parts[parts.length - 1]] = clone(v);
  };
  const go = (f) => {
    for (const k of Object.keys(f)) {
      const v = f[k];
      if (k === "$and") {
        for (const x of v) go(x);
        continue;
      }
      if (k === "$or" && v.length === 1) {
        go(v[0]);
        continue;
      }
      if (k[0] === "$") continue;
      if (isRegex(v)) continue;
      if (isPlain(v) && Object.keys(v)[0]?.[0] === "$" && Object.keys(v)[0] !== "$ref") {
        if ("$eq" in v) put1(k, v.$eq);
        else if (Array.isArray(v.$in) && v.$in.length === 1 && !isRegex(v.$in[0])) put1(k, v.$in[0]);
        else if (Array.isArray(v.$all) && v.$all.length === 1 && !isPlain(v.$all[0])) put1(k, v.$all[0]);
        continue;
      }
      put1(k, v);
    }
  };
  go(filter);
  return out;
}
export function idFirst(d) {
  if (Object.keys(d)[0] === "_id") return d;
  const { _id, ...rest } = d;
  return {
    _id: _id === undefined ? new ObjectId() : _id,
    ...rest,
  };
}
void typeOrder;
