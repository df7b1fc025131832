/** Ordered in-memory indexes over order-preserving string keys, and the choice of an index for a filter. */ import {
  isRegex,
  toRegExp,
} from "./matcher.js";
import { equal, invert, isDigits, isPlain, keyOf, MongoErr, toDouble, typeByte, typeOrder } from "./values.js";

const CHUNK = 512;
/** Sorted multiset of (key, rid), in chunks: O(log n) search, O(chunk) insert. */ export class Sorted {
  chunks = [
    {
      k: [],
      r: [],
    },
  ];
  size = 0;
  find(key, rid) {
    const cs = this.chunks;
    let lo = 0,
      hi = cs.length - 1;
    while (lo < hi) {
      const m = (lo + hi + 1) >> 1,
        c = cs[m];
      if (c.k[0] < key || (c.k[0] === key && c.r[0] <= rid)) lo = m;
      else hi = m - 1;
    }
    const c = cs[lo];
    let a = 0,
      b = c.k.length;
    while (a < b) {
      const m = (a + b) >> 1;
      if (c.k[m] < key || (c.k[m] === key && c.r[m] < rid)) a = m + 1;
      else b = m;
    }
    return [lo, a];
  }
  add(key, rid) {
    const [i, j] = this.find(key, rid),
      c = this.chunks[i];
    if (j === c.k.length) {
      c.k.push(key);
      c.r.push(rid);
    } else {
      c.k.splice(j, 0, key);
      c.r.splice(j, 0, rid);
    }
    this.size++;
    if (c.k.length > CHUNK * 2) {
      const at = j > CHUNK * 1.9 ? c.k.length - 1 : CHUNK; // keep chunks full when keys only grow
      this.chunks.splice(i + 1, 0, {
        k: c.k.splice(at),
        r: c.r.splice(at),
      });
    }
  }
  remove(key, rid) {
    const [i, j] = this.find(key, rid),
      c = this.chunks[i];
    if (c.k[j] !== key || c.r[j] !== rid) return;
    c.k.splice(j, 1);
    c.r.splice(j, 1);
    this.size--;
    if (!c.k.length && this.chunks.length > 1) this.chunks.splice(i, 1);
  }
  /** rids with lo <= key < hi (hi undefined: to the end), in key order or reversed. */ *range(lo, hi, reverse = false) {
    if (!reverse) {
      let [i, j] = this.find(lo, -1);
      for (; i < this.chunks.length; i++, j = 0) {
        const c = this.chunks[i];
        for (; j < c.k.length; j++) {
          if (hi !== undefined && c.k[j] >= hi) return;
          yield c.r[j];
        }
      }
    } else {
      let [i, j] = hi === undefined ? [this.chunks.length - 1, this.chunks[this.chunks.length - 1].k.length] : this.find(hi, -1);
      for (j--; i >= 0; i--, j = i >= 0 ? this.chunks[i].k.length - 1 : -1) {
        const c = this.chunks[i];
        for (; j >= 0; j--) {
          if (c.k[j] < lo) return;
          yield c.r[j];
        }
      }
    }
  }
}
const EMPTY = Symbol("empty array");
export class Index {
  tree = new Sorted();
  uniq;
  reserved = new Map();
  multikey = false;
  fields;
  spec;
  partial;
  strKey;
  constructor(spec, partial, strKey) {
    this.spec = spec;
    this.partial = partial;
    this.strKey = strKey;
    this.fields = Object.keys(spec.key).map((path) => ({
      path,
      parts: path.split("."),
      desc: typeof spec.key[path] !== "string" && toDouble(spec.key[path]) < 0,
    }));
    this.uniq = spec.unique ? new Map() : null;
  }
  get special() {
    return Object.values(this.spec.key).some((v) => typeof v === "string" && v !== "hashed");
  }
  part(v, desc) {
    const k = v === EMPTY ? "\x01" : keyOf(v, this.strKey);
    return desc ? invert(k) : k;
  }
  keys(doc) {
    if (this.special) return [];
    if (this.partial && !this.partial(doc)) return [];
    if (this.fields.length === 1 && this.fields[0].parts.length === 1) {
      const f = this.fields[0],
        v = Object.hasOwn(doc, f.path) ? doc[f.path] : undefined;
      if (v === undefined && this.spec.sparse) return [];
      if (!Array.isArray(v)) return [this.part(v, f.desc)];
      this.multikey = true;
      return [...new Set(v.length ? v.map((x) => this.part(x, f.desc)) : [this.part(EMPTY, f.desc)])];
    }
    const out = new Set();
    let present = false;
    const go = (st) => {
      let arr = null;
      for (let n = 0; n < st.length; n++) {
        const s = st[n],
          parts = this.fields[n].parts;
        while (!s.done && s.i < parts.length) {
          if (Array.isArray(s.v)) {
            if (!isDigits(parts[s.i])) break;
            s.v = s.v[Number(parts[s.i++])];
            continue;
          }
          s.v = isPlain(s.v) && Object.hasOwn(s.v, parts[s.i]) ? s.v[parts[s.i]] : undefined;
          s.i++;
        }
        if (Array.isArray(s.v) && !s.done) {
          if (arr && arr !== s.v)
            throw new MongoErr(
              171,
              "CannotIndexParallelArrays",
              `cannot index parallel arrays [${this.fields[n].path}] [${this.fields[0].path}]`,
            );
          arr = s.v;
        } else if (s.v !== undefined) present = true;
      }
      if (!arr) {
        out.add(st.map((s, n) => this.part(s.v, this.fields[n].desc)).join(""));
        return;
      }
      this.multikey = true;
      present = true;
      const a = arr;
      const items = a.length ? a : [EMPTY];
      for (const e of items)
        go(
          st.map((s, n) =>
            s.v !== a || s.done
              ? {
                  ...s,
                }
              : s.i === this.fields[n].parts.length
                ? {
                    v: e,
                    i: s.i,
                    done: true,
                  }
                : {
                    v: e === EMPTY ? undefined : isPlain(e) ? e : undefined,
                    i: s.i,
                    done: false,
                  },
          ),
        );
    };
    go(
      this.fields.map(() => ({
        v: doc,
        i: 0,
        done: false,
      })),
    );
    if (this.spec.sparse && !present) return [];
    return [...out];
  }
  insert(keys, rid) {
    for (const k of keys) {
      this.tree.add(k, rid);
      this.uniq?.set(k, rid);
    }
  }
  delete(keys, rid) {
    for (const k of keys) {
      this.tree.remove(k, rid);
      if (this.uniq?.get(k) === rid) this.uniq.delete(k);
    }
  }
}
const usable = (v) => !Array.isArray(v) && !isRegex(v) && v !== undefined;
function bounds(filter, out = new Map()) {
  for (const k of Object.keys(filter)) {
    const v = filter[k];
    if (k === "$and") {
      for (const f of v) if (isPlain(f)) bounds(f, out);
      continue;
    }
    if (k[0] === "$") continue;
    const b = out.get(k) ?? {};
    if (isRegex(v)) {
      const p = prefixOf(toRegExp(v));
      if (p) {
        b.prefix = p;
        out.set(k, b);
      }
      continue;
    }
    if (isPlain(v) && Object.keys(v)[0]?.[0] === "$" && Object.keys(v)[0] !== "$ref") {
      for (const op of Object.keys(v)) {
        const x = v[op];
        if (op === "$eq" && usable(x)) b.eq = [x];
        else if (op === "$in" && Array.isArray(x) && x.every(usable)) b.eq = b.eq ?? x;
        else if ((op === "$gt" || op === "$gte") && usable(x) && typeOrder(x) >= 10 && typeOrder(x) < 127) {
          b.lo = x;
          b.loInc = op === "$gte";
        } else if ((op === "$lt" || op === "$lte") && usable(x) && typeOrder(x) >= 10 && typeOrder(x) < 127) {
          b.hi = x;
          b.hiInc = op === "$lte";
        } else if (op === "$regex") {
          const p = prefixOf(toRegExp(x, v.$options));
          if (p) b.prefix = p;
        } else if (op === "$exists" && x) b.exists = true;
      }
      if (Object.keys(b).length) out.set(k, b);
    } else if (usable(v)) {
      b.eq = [v];
      out.set(k, b);
    }
  }
  return out;
}
function prefixOf(re) {
  if (re.flags.includes("i") || re.flags.includes("m")) return null;
  const m = /^\^([A-Za-z0-9 _@:/,;#%&=<>!~'"-]+)(.?)/.exec(re.source);
  if (!m || re.source.includes("|")) return null;
  return /[*?{]/.test(m[2]) ? m[1].slice(0, -1) || null : m[1];
}
const HI = "\xff";
const COLLSCAN = {
  index: null,
  ranges: [],
  sorted: false,
  reverse: false,
  eqPrefix: 0,
  stage: "COLLSCAN",
};
export function plan(filter, sort, indexes, collKey, hint) {
  const bs = bounds(filter);
  if (!bs.size && !sort && !hint) return COLLSCAN;
  let best = COLLSCAN,
    bestScore = 0;
  for (const ix of hint ? [hint] : indexes) {
    if (ix.special || (ix.spec.hidden && !hint)) continue;
    const ixColl = ix.spec.collation ? JSON.stringify([ix.spec.collation.locale, ix.spec.collation.strength ?? 3]) : null;
    const sameColl = ixColl === collKey;
    if (ix.partial && !implies(filter, ix.spec.partialFilterExpression)) {
      if (!hint) continue;
    }
    let pre = [""],
      n = 0,
      score = 0,
      nonNull = false;
    for (; n < ix.fields.length; n++) {
      const b = bs.get(ix.fields[n].path);
      if (!b?.eq) break;
      if (!sameColl && b.eq.some((v) => typeof v === "string" || isPlain(v))) break;
      if (pre.length * b.eq.length > 2000) break;
      if (b.eq.every((v) => v !== null)) nonNull = true;
      const parts = [...new Set(b.eq.map((v) => ix.part(v, ix.fields[n].desc)))].sort();
      pre = parts.length === 1 ? pre.map((p) => p + parts[0]) : pre.flatMap((p) => parts.map((q) => p + q));
      score += 10;
    }
    let ranges;
    let ranged = false;
    if (n === ix.fields.length) ranges = pre.map((p) => [p, p + "\x00"]);
    else {
      const f = ix.fields[n],
        b = bs.get(f.path);
      let lo = "",
        hi = HI;
      const stringy = b && (typeof b.lo === "string" || typeof b.hi === "string" || b.prefix !== undefined);
      if (b && (sameColl && !ixColl ? true : !stringy) && (b.lo !== undefined || b.hi !== undefined || b.prefix !== undefined)) {
        const useLo = b.lo !== undefined,
          useHi = b.hi !== undefined && !(ix.multikey && useLo);
        const t = typeByte(typeOrder(useLo ? b.lo : useHi ? b.hi : ""));
        const t2 = String.fromCharCode(t.charCodeAt(0) + 1);
        let a = t,
          z = t2;
        if (useLo) a = keyOf(b.lo, ix.strKey);
        if (useHi) z = keyOf(b.hi, ix.strKey) + "\xff";
        if (!useLo && !useHi && b.prefix !== undefined) {
          a = t + b.prefix;
          z = t + b.prefix + "\xff";
        }
        if (f.desc) {
          const x = invert(z),
            y = invert(a) + "\xff";
          lo = x;
          hi = y;
        } else {
          lo = a;
          hi = z;
        }
        ranged = true;
        nonNull = true;
        score += useLo && useHi ? 5 : 4;
      } else if (b?.exists) nonNull = true;
      ranges = pre.map((p) => [p + lo, p + hi]);
      if (n === 0 && !ranged) ranges = [["", undefined]];
    }
    if (ix.spec.sparse && !nonNull && !hint) continue;
    let sorted = false,
      reverse = false;
    if (sort && !ix.multikey && ranges.length === 1 && !collKey && !ixColl) {
      // the sort may skip fields that are fixed by a single equality
      const rest = sort.filter(([p]) => !ix.fields.slice(0, n).some((f) => f.path === p));
      const at = ix.fields.slice(n);
      if (rest.length <= at.length && rest.every(([p], i) => at[i].path === p)) {
        const dirs = rest.map(([, d], i) => d < 0 !== at[i].desc);
        if (dirs.every((d) => d === dirs[0])) {
          sorted = true;
          reverse = dirs[0] ?? false;
          if (rest.length) score += 2;
        }
      }
    }
    if (score === 0 && !(sorted && sort?.length) && !hint) continue;
    if (ix.uniq && n === ix.fields.length && pre.length === 1) score += 100;
    if (sorted) score += 1;
    if (score > bestScore || (hint && best === COLLSCAN)) {
      bestScore = score;
      best = {
        index: ix,
        ranges,
        sorted,
        reverse,
        eqPrefix: n,
        stage: "IXSCAN",
      };
    }
  }
  return best;
}
/** Whether the filter surely implies the partial filter: each of its clauses stands in the filter (or a narrower one). */ function implies(
  filter,
  pf,
) {
  const bs = bounds(filter);
  for (const k of Object.keys(pf)) {
    if (k === "$and") {
      if (!pf[k].every((x) => implies(filter, x))) return false;
      continue;
    }
    if (k[0] === "$") return false;
    const want = pf[k],
      b = bs.get(k);
    if (filter[k] !== undefined && equal(filter[k], want)) continue;
    if (!b) return false;
    if (isPlain(want) && Object.keys(want)[0]?.[0] === "$") {
      for (const op of Object.keys(want)) {
        const x = want[op];
        if (op === "$exists" && x && (b.eq?.every((v) => v !== null) || b.lo !== undefined || b.hi !== undefined || b.exists || b.prefix))
          continue;
        if (op === "$eq" && b.eq?.every((v) => equal(v, x))) continue;
        if (op === "$type" && x === "string" && (b.eq?.every((v) => typeof v === "string") || b.prefix)) continue;
        if (op === "$type" && x === "objectId" && b.eq?.every((v) => v?._bsontype === "ObjectId")) continue;
        if (op === "$gt" && b.eq?.every((v) => typeOrder(v) === typeOrder(x) && keyOf(v) > keyOf(x))) continue;
        if (op === "$gte" && b.eq?.every((v) => typeOrder(v) === typeOrder(x) && keyOf(v) >= keyOf(x))) continue;
        if (op === "$in" && Array.isArray(x) && b.eq?.every((v) => x.some((y) => equal(y, v)))) continue;
        return false;
      }
    } else if (!b.eq?.every((v) => equal(v, want))) return false;
  }
  return true;
}

export { COLLSCAN };
