/** Databases, collections, records; snapshot reads, transactions and write conflicts. Everything here is synchronous: one call is one atomic step. */
import { randomBytes } from "node:crypto";
import { deserialize, serialize, UUID } from "bson";
import { COLLSCAN, Index, plan } from "./index.js";
import { compile } from "./matcher.js";
import { bad, compare, equal, invert, isNum, isPlain, keyOf, MongoErr, ObjectId, Timestamp, toDouble } from "./values.js";
export const decode = (b) =>
  deserialize(b, {
    promoteLongs: false,
    promoteBuffers: false,
    bsonRegExp: true,
  });
export const encode = (d) =>
  Buffer.from(
    serialize(d, {
      ignoreUndefined: true,
      checkKeys: false,
    }),
  );
export const MAX_BSON = 16 * 1024 * 1024;
export class WaitTxn {
  txn;
  constructor(txn) {
    this.txn = txn;
  }
}
export class Txn {
  state = "active";
  writes = new Map();
  keys = new Map();
  reserved = [];
  created = [];
  started = Date.now();
  waiters = [];
  engine;
  snapshot;
  constructor(engine, snapshot) {
    this.engine = engine;
    this.snapshot = snapshot;
  }
  ended(ms) {
    if (this.state !== "active") return Promise.resolve(true);
    return new Promise((res) => {
      const t = setTimeout(() => res(false), ms);
      t.unref?.();
      this.waiters.push(() => {
        clearTimeout(t);
        res(true);
      });
    });
  }
  release() {
    for (const m of this.writes.values()) for (const w of m.values()) if (w.before && w.before.lock === this) w.before.lock = null;
    for (const [ix, k] of this.reserved) if (ix.reserved.get(k) === this) ix.reserved.delete(k);
    this.engine.active.delete(this);
    this.engine.trim();
    for (const w of this.waiters.splice(0)) w();
  }
  commit() {
    const ts = ++this.engine.clock;
    const log = [];
    this.state = "committed";
    this.engine.active.delete(this); // its own snapshot needs no history
    for (const c of this.created) {
      c.pending = null;
      if (this.engine.journaling) log.push(...this.engine.created(c));
    }
    for (const [coll, m] of this.writes) for (const w of m.values()) coll.applyWrite(w, ts, log);
    this.engine.log(log);
    this.release();
  }
  abort() {
    if (this.state !== "active") return;
    this.state = "aborted";
    this.release();
    for (const c of this.created)
      if (c.pending === this) {
        c.pending = null;
        this.engine.dropColl(c.db, c.name, true);
      }
  }
}
export class Coll {
  uuid = new UUID();
  records = new Map();
  indexes = [];
  history = [];
  validator = null;
  /** The transaction that created it: nobody else sees it before the commit. */ pending = null;
  engine;
  db;
  name;
  options;
  constructor(engine, db, name, options = {}) {
    this.engine = engine;
    this.db = db;
    this.name = name;
    this.options = options;
    this.indexes.push(
      new Index(
        {
          v: 2,
          key: {
            _id: 1,
          },
          name: "_id_",
          unique: true,
        },
        null,
      ),
    );
    this.setOptions(options);
  }
  get ns() {
    return `${this.db}.${this.name}`;
  }
  setOptions(o) {
    this.options = o;
    this.validator = o.validator && Object.keys(o.validator).length ? compile(o.validator, this.engine.matchOpts()) : null;
  }
  raw(r) {
    if (r.rec && r.rec.doc === r.doc) return (r.rec.raw ??= encode(r.doc));
    return encode(r.doc);
  }
  /** What a reader sees of a record: its own writes, else the state at its snapshot, else the newest. */ visible(rid, txn) {
    if (txn) {
      const w = txn.writes.get(this)?.get(rid);
      if (w) return w.after ? w : null;
      const r = this.records.get(rid);
      if (r && r.ts <= txn.snapshot) return r;
      for (const h of this.history) if (h.rid === rid && h.ts > txn.snapshot) return h.before;
      return null;
    }
    return this.records.get(rid) ?? null;
  }
  *rids(txn) {
    if (!txn) {
      yield* this.records.keys();
      return;
    }
    const extra = this.extra(txn);
    if (!extra.size) {
      yield* this.records.keys();
      return;
    }
    for (const r of this.records.keys()) {
      extra.delete(r);
      yield r;
    }
    yield* [...extra].sort((a, b) => a - b);
  }
  extra(txn) {
    const s = new Set();
    for (const h of this.history) if (h.ts > txn.snapshot) s.add(h.rid);
    const w = txn.writes.get(this);
    if (w) for (const k of w.keys()) s.add(k);
    return s;
  }
  planFor(filter, o) {
    let hint;
    if (o.hint !== undefined && o.hint !== null && !(isPlain(o.hint) && !Object.keys(o.hint).length)) {
      if (isPlain(o.hint) && "$natural" in o.hint) return COLLSCAN;
      hint = this.indexes.find((i) =>
        typeof o.hint === "string"
          ? i.spec.name === o.hint
          : equal(i.spec.key, o.hint) && Object.keys(i.spec.key).join() === Object.keys(o.hint).join(),
      );
      if (!hint)
        throw bad("error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index");
    }
    const ck = o.collation && o.collation.locale !== "simple" ? JSON.stringify([o.collation.locale, o.collation.strength ?? 3]) : null;
    return plan(filter, o.sort ? sortList(o.sort) : null, this.indexes, ck, hint);
  }
  find(filter, o = {}, stats) {
    const test = compile(filter, o.match ?? this.engine.matchOpts());
    const out = [];
    const p = this.planFor(filter, o);
    const all = Object.keys(filter).length === 0;
    const need = o.limit ? (o.skip ?? 0) + o.limit : Infinity;
    const extra = o.txn ? this.extra(o.txn) : null;
    let sorted = !o.sort || (p.sorted && !(extra && extra.size));
    let examined = 0;
    const see = (rid) => {
      const r = this.visible(rid, o.txn);
      if (!r) return false;
      examined++;
      const doc = r.doc ?? r.after;
      const pos = o.wantPos ? {} : undefined;
      if (all || test(doc, pos)) {
        out.push({
          rid,
          doc,
          rec: r.lock !== undefined ? r : null,
          pos: pos?.index,
        });
        return sorted && out.length >= need;
      }
      return false;
    };
    if (p.index) {
      const seen = p.index.multikey || (extra && extra.size) ? new Set() : null;
      scan: for (const [lo, hi] of p.reverse ? [...p.ranges].reverse() : p.ranges)
        for (const rid of p.index.tree.range(lo, hi, p.reverse)) {
          if (seen) {
            if (seen.has(rid)) continue;
            seen.add(rid);
          }
          if (see(rid)) break scan;
        }
      if (extra) {
        for (const rid of extra) if (!seen.has(rid)) see(rid);
      }
    } else if (p.stage === "COLLSCAN") {
      const nat = o.hint && isPlain(o.hint) && o.hint.$natural !== undefined && toDouble(o.hint.$natural) < 0;
      const or = !o.hint && !o.sort ? this.orRids(filter) : null;
      for (const rid of or ?? (nat ? [...this.rids(o.txn)].reverse() : this.rids(o.txn))) if (see(rid)) break;
      if (or && extra) {
        for (const rid of extra) if (!or.includes(rid)) see(rid);
      }
    }
    if (stats)
      Object.assign(stats, {
        docsExamined: examined,
        plan: p,
      });
    let res = out;
    if (o.sort && !sorted) {
      sorted = true;
      res = sortHits(out, o.sort, o.match?.str);
    }
    if (o.skip) res = res.slice(o.skip);
    if (o.limit) res = res.slice(0, o.limit);
    return res;
  }
  /** An $or whose every branch has an index: the union of the branches. */ orRids(filter) {
    if (!Array.isArray(filter.$or) || this.records.size < 64) return null;
    const set = new Set();
    for (const f of filter.$or) {
      if (!isPlain(f)) return null;
      const p = plan(f, null, this.indexes, null);
      if (!p.index || p.eqPrefix === 0) return null;
      for (const [lo, hi] of p.ranges) for (const rid of p.index.tree.range(lo, hi)) set.add(rid);
    }
    return [...set].sort((a, b) => a - b);
  }
  // ---- writes ----------------------------------------------------------------------------------------------------------
  conflict(holder, txn) {
    if (txn) throw writeConflict();
    throw new WaitTxn(holder);
  }
  checkValid(doc, bypass) {
    if (
      this.validator &&
      !bypass &&
      this.options.validationAction !== "warn" &&
      this.options.validationLevel !== "off" &&
      !this.validator(doc)
    )
      throw new MongoErr(121, "DocumentValidationFailure", "Document failed validation", {
        errInfo: {
          failingDocumentId: doc._id,
          details: {
            operatorName: Object.keys(this.options.validator)[0],
          },
        },
      });
  }
  checkUnique(keysOf, rid, doc, txn) {
    for (const [ix, keys] of keysOf) {
      if (!ix.uniq) continue;
      for (const k of keys) {
        const holder = ix.reserved.get(k);
        if (holder && holder !== txn) this.conflict(holder, txn);
        if (txn) {
          const own = txn.keys.get(ix)?.get(k);
          if (own !== undefined && own !== rid) throw dupKey(this, ix, doc);
          const hit = ix.uniq.get(k);
          if (hit !== undefined && hit !== rid) {
            const w = txn.writes.get(this)?.get(hit);
            if (w) {
              if (w.after && ix.keys(w.after).includes(k)) throw dupKey(this, ix, doc);
              continue;
            }
            if (this.records.get(hit).ts > txn.snapshot) throw writeConflict();
            throw dupKey(this, ix, doc);
          }
        } else {
          const hit = ix.uniq.get(k);
          if (hit !== undefined && hit !== rid) throw dupKey(this, ix, doc);
        }
      }
    }
  }
  allKeys(doc) {
    const m = new Map();
    for (const ix of this.indexes) m.set(ix, ix.keys(doc));
    return m;
  }
  lockFor(rid, txn) {
    const r = this.records.get(rid) ?? null;
    if (!r) {
      if (txn && !txn.writes.get(this)?.get(rid)) throw writeConflict();
      return null;
    }
    if (r.lock && r.lock !== txn) this.conflict(r.lock, txn);
    if (txn && r.ts > txn.snapshot && !txn.writes.get(this)?.has(rid)) throw writeConflict();
    return r;
  }
  note(txn, rid, before, after, raw, oldKeys, newKeys) {
    let m = txn.writes.get(this);
    if (!m) txn.writes.set(this, (m = new Map()));
    const prev = m.get(rid);
    m.set(rid, {
      coll: this,
      rid,
      before: prev ? prev.before : before,
      after,
      raw,
    });
    if (before) before.lock = txn;
    for (const [keys, add] of [
      [oldKeys, false],
      [newKeys, true],
    ])
      if (keys) {
        for (const [ix, ks] of keys)
          if (ix.uniq) {
            let own = txn.keys.get(ix);
            if (!own) txn.keys.set(ix, (own = new Map()));
            for (const k of ks) {
              if (!ix.reserved.has(k)) {
                ix.reserved.set(k, txn);
                txn.reserved.push([ix, k]);
              }
              if (add) own.set(k, rid);
              else if (own.get(k) === rid) own.delete(k);
            }
          }
      }
  }
  insert(doc, raw, txn, bypass) {
    if (Array.isArray(doc._id) || (doc._id && typeof doc._id === "object" && doc._id._bsontype === "BSONRegExp"))
      throw new MongoErr(53, "InvalidIdField", `The '_id' value cannot be of type ${Array.isArray(doc._id) ? "array" : "regex"}`);
    this.checkValid(doc, bypass);
    const keys = this.allKeys(doc),
      rid = this.engine.nextRid++;
    this.checkUnique(keys, rid, doc, txn);
    if (txn) {
      this.note(txn, rid, null, doc, raw, null, keys);
      return rid;
    }
    const log = [];
    this.applyWrite(
      {
        coll: this,
        rid,
        before: null,
        after: doc,
        raw,
      },
      ++this.engine.clock,
      log,
      keys,
    );
    this.engine.log(log);
    return rid;
  }
  replace(rid, cur, doc, txn, bypass) {
    const before = this.lockFor(rid, txn);
    if (this.validator && !(this.options.validationLevel === "moderate" && !this.validator(cur))) this.checkValid(doc, bypass);
    const keys = this.allKeys(doc);
    this.checkUnique(keys, rid, doc, txn);
    if (txn) {
      this.note(txn, rid, before, doc, null, this.allKeys(cur), keys);
      return;
    }
    const log = [];
    this.applyWrite(
      {
        coll: this,
        rid,
        before,
        after: doc,
        raw: null,
      },
      ++this.engine.clock,
      log,
      keys,
    );
    this.engine.log(log);
  }
  remove(rid, cur, txn) {
    const before = this.lockFor(rid, txn);
    if (txn) {
      this.note(txn, rid, before, null, null, this.allKeys(cur), null);
      return;
    }
    const keys = this.allKeys(cur);
    for (const [ix, ks] of keys)
      if (ix.uniq)
        for (const k of ks) {
          const h = ix.reserved.get(k);
          if (h) throw new WaitTxn(h);
        }
    const log = [];
    this.applyWrite(
      {
        coll: this,
        rid,
        before,
        after: null,
        raw: null,
      },
      ++this.engine.clock,
      log,
    );
    this.engine.log(log);
  }
  /** Makes a write the newest committed state. */ applyWrite(w, ts, log, newKeys) {
    const cur = this.records.get(w.rid) ?? null;
    if (FREEZE && w.after) freeze(w.after);
    if (this.engine.active.size)
      this.history.push({
        ts,
        rid: w.rid,
        before: cur
          ? {
              ...cur,
              lock: null,
            }
          : null,
      });
    if (w.after) {
      const nk = newKeys ?? this.allKeys(w.after);
      if (cur) {
        for (const ix of this.indexes) {
          const a = ix.keys(cur.doc),
            b = nk.get(ix);
          if (a.length === 1 && b.length === 1 && a[0] === b[0]) continue;
          ix.delete(a, w.rid);
          ix.insert(b, w.rid);
        }
        cur.doc = w.after;
        cur.raw = w.raw;
        cur.ts = ts;
        if (this.engine.journaling)
          log.push({
            o: "u",
            ns: this.ns,
            id: w.after._id,
            d: (cur.raw ??= encode(w.after)),
          });
      } else {
        const rec = {
          rid: w.rid,
          doc: w.after,
          raw: w.raw,
          ts,
          lock: null,
        };
        this.records.set(w.rid, rec);
        for (const ix of this.indexes) ix.insert(nk.get(ix), w.rid);
        if (this.engine.journaling)
          log.push({
            o: "i",
            ns: this.ns,
            d: (rec.raw ??= encode(w.after)),
          });
      }
    } else if (cur) {
      for (const ix of this.indexes) ix.delete(ix.keys(cur.doc), w.rid);
      this.records.delete(w.rid);
      if (this.engine.journaling)
        log.push({
          o: "d",
          ns: this.ns,
          id: cur.doc._id,
        });
    }
  }
  // ---- indexes ---------------------------------------------------------------------------------------------------------
  createIndex(spec) {
    if (
      Object.keys(spec.key).join() === "_id" &&
      equal(spec.key, {
        _id: 1,
      })
    )
      return false; // it is there already
    const same = this.indexes.find((i) => i.spec.name === spec.name);
    const strip = (s) => {
      const { v, name, background, ns, ...r } = s;
      void v;
      void name;
      void background;
      void ns;
      return r;
    };
    const like = this.indexes.find(
      (i) =>
        equal(i.spec.key, spec.key) &&
        Object.keys(i.spec.key).join() === Object.keys(spec.key).join() &&
        equal(i.spec.collation ?? null, spec.collation ?? null) &&
        equal(i.spec.partialFilterExpression ?? null, spec.partialFilterExpression ?? null),
    );
    if (same) {
      const a = strip(same.spec),
        b = strip(spec);
      if (same.spec.name === "_id_" || (equal(sortKeys(a), sortKeys(b)) && Object.keys(a.key).join() === Object.keys(b.key).join()))
        return false;
      if (!equal(a.key, b.key) || Object.keys(a.key).join() !== Object.keys(b.key).join())
        throw new MongoErr(
          86,
          "IndexKeySpecsConflict",
          `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${JSON.stringify(spec)}, existing index: ${JSON.stringify(same.spec)}`,
        );
      throw new MongoErr(
        86,
        "IndexKeySpecsConflict",
        `An equivalent index already exists with the same name but different options. Requested index: ${JSON.stringify(spec)}, existing index: ${JSON.stringify(same.spec)}`,
      );
    }
    if (like) throw new MongoErr(85, "IndexOptionsConflict", `Index already exists with a different name: ${like.spec.name}`);
    const ix = this.engine.makeIndex(spec);
    for (const [rid, r] of this.records) {
      const ks = ix.keys(r.doc);
      if (ix.uniq) {
        for (const k of ks) if (ix.uniq.has(k)) throw dupKey(this, ix, r.doc);
      }
      ix.insert(ks, rid);
    }
    this.indexes.push(ix);
    return true;
  }
}
const sortKeys = (d) => Object.fromEntries(Object.entries(d).sort(([a], [b]) => (a < b ? -1 : 1)));
export const writeConflict = () =>
  new MongoErr(
    112,
    "WriteConflict",
    "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.",
  );
const showKey = (v) =>
  v === undefined || v === null
    ? "null"
    : typeof v === "string"
      ? JSON.stringify(v)
      : v._bsontype === "ObjectId"
        ? `ObjectId('${v.toHexString()}')`
        : v instanceof Date
          ? `new Date(${v.getTime()})`
          : typeof v === "object" && !v._bsontype
            ? Array.isArray(v)
              ? `[ ${v.map(showKey).join(", ")} ]`
              : `{ ${Object.keys(v)
                  .map((k) => `${k}: ${showKey(v[k])}`)
                  .join(", ")} }`
            : String(v);
export function dupKey(c, ix, doc) {
  const kv = {};
  for (const f of ix.fields) {
    let v = doc;
    for (const p of f.parts)
      v = v === null || v === undefined ? undefined : Array.isArray(v) && !/^\d+$/.test(p) ? v.map((x) => x?.[p])[0] : v[p];
    kv[f.path] = v === undefined ? null : Array.isArray(v) ? (v[0] ?? null) : v;
  }
  const txt = Object.keys(kv)
    .map((k) => `${k}: ${showKey(kv[k])}`)
    .join(", ");
  return new MongoErr(11000, "DuplicateKey", `E11000 duplicate key error collection: ${c.ns} index: ${ix.spec.name} dup key: { ${txt} }`, {
    keyPattern: ix.spec.key,
    keyValue: kv,
  });
}
export function sortList(sort) {
  return Object.keys(sort).map((k) => {
    const d = sort[k];
    if (isPlain(d) && "$meta" in d) return [k, 1];
    if (!isNum(d)) throw new MongoErr(15974, "Location15974", `Illegal key in $sort specification: ${k}: ${JSON.stringify(d)}`);
    const n = toDouble(d);
    if (n !== 1 && n !== -1)
      throw new MongoErr(15975, "Location15975", "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    return [k, n];
  });
}
/** The sort value at a path: the least element of an array going up, the greatest going down. */ export function sortValue(
  doc,
  parts,
  dir,
  str,
) {
  const vals = [];
  const go = (v, i, leafArr) => {
    if (i === parts.length) {
      if (Array.isArray(v) && leafArr) {
        if (!v.length) vals.push(undefined);
        else for (const e of v) vals.push(e ?? null);
      } else vals.push(v ?? null);
      return;
    }
    if (Array.isArray(v)) {
      if (/^\d+$/.test(parts[i]) && Number(parts[i]) < v.length) return go(v[Number(parts[i])], i + 1, true);
      if (!v.length) vals.push(undefined);
      for (const e of v)
        if (isPlain(e)) go(e, i, true);
        else vals.push(null);
      return;
    }
    go(isPlain(v) && Object.hasOwn(v, parts[i]) ? v[parts[i]] : undefined, i + 1, true);
  };
  if (parts.length === 1) {
    const v = doc[parts[0]];
    if (!Array.isArray(v)) return v ?? null;
  }
  go(doc, 0, true);
  let best = vals[0];
  for (const v of vals) {
    const c = compare(v, best, str);
    if (dir > 0 ? c < 0 : c > 0) best = v;
  }
  return best;
}
export function sortHits(hits, sort, str) {
  const spec = sortList(sort).map(([k, d]) => [k.split("."), d]);
  if (str) {
    const dec = hits.map((h) => ({
      h,
      k: spec.map(([p, d]) => sortValue(h.doc, p, d, str)),
    }));
    dec.sort((a, b) => {
      for (let i = 0; i < spec.length; i++) {
        const c = compare(a.k[i], b.k[i], str);
        if (c) return c * spec[i][1];
      }
      return 0;
    });
    return dec.map((d) => d.h);
  }
  const dec = hits.map((h) => {
    let k = "";
    for (const [p, d] of spec) {
      const v = sortValue(h.doc, p, d);
      const s = v === undefined ? "\x01" : keyOf(v);
      k += d < 0 ? invert(s) : s;
    }
    return {
      h,
      k,
    };
  });
  dec.sort((a, b) => (a.k < b.k ? -1 : a.k > b.k ? 1 : 0));
  return dec.map((d) => d.h);
}
export class Engine {
  dbs = new Map();
  active = new Set();
  clock = 1;
  nextRid = 1;
  journaling = false;
  log = () => {};
  matchOpts = () => ({});
  processId = new ObjectId();
  electionId = ObjectId.createFromHexString("7fffffff0000000000000001");
  last = new Timestamp({
    t: Math.floor(Date.now() / 1000),
    i: 1,
  });
  timestamp() {
    const t = Math.floor(Date.now() / 1000);
    this.last =
      t > this.last.high >>> 0
        ? new Timestamp({
            t,
            i: 1,
          })
        : new Timestamp({
            t: this.last.high >>> 0,
            i: (this.last.low >>> 0) + 1,
          });
    return this.last;
  }
  coll(db, name, txn) {
    const c = this.dbs.get(db)?.get(name);
    return c?.pending && c.pending !== txn ? undefined : c;
  }
  created(c) {
    return [
      {
        o: "cc",
        ns: c.ns,
        db: c.db,
        c: c.name,
        options: c.options,
      },
      ...c.indexes.slice(1).map((i) => ({
        o: "ci",
        ns: c.ns,
        db: c.db,
        c: c.name,
        spec: i.spec,
      })),
    ];
  }
  createColl(db, name, options = {}, txn) {
    checkNs(db, name);
    let d = this.dbs.get(db);
    if (!d) this.dbs.set(db, (d = new Map()));
    const old = d.get(name);
    if (old?.pending && old.pending !== txn) {
      if (txn) throw writeConflict();
      throw new WaitTxn(old.pending);
    }
    const c = new Coll(this, db, name, options);
    d.set(name, c);
    if (txn) {
      c.pending = txn;
      txn.created.push(c);
    } else if (this.journaling) this.log(this.created(c));
    return c;
  }
  ensure(db, name, txn) {
    return this.coll(db, name, txn) ?? this.createColl(db, name, {}, txn);
  }
  dropColl(db, name, quiet = false) {
    const d = this.dbs.get(db);
    if (!d?.delete(name)) return false;
    if (!d.size) this.dbs.delete(db);
    if (this.journaling && !quiet)
      this.log([
        {
          o: "dc",
          db,
          c: name,
        },
      ]);
    return true;
  }
  begin() {
    const t = new Txn(this, this.clock);
    this.active.add(t);
    return t;
  }
  trim() {
    const min = this.active.size ? Math.min(...[...this.active].map((t) => t.snapshot)) : Infinity;
    for (const d of this.dbs.values())
      for (const c of d.values()) if (c.history.length) c.history = min === Infinity ? [] : c.history.filter((h) => h.ts > min);
  }
  makeIndex(spec) {
    const p = spec.partialFilterExpression ? compile(spec.partialFilterExpression, this.matchOpts()) : null;
    return new Index(spec, p, spec.collation ? foldKey(spec.collation) : undefined);
  }
}
const foldKey = (c) => (s) => {
  const st = c.strength ?? 3;
  let x = s.normalize("NFD");
  if (st === 1) x = x.replace(/[\u0300-\u036f]/g, "");
  if (st <= 2) x = x.toLowerCase();
  return x;
};
export function checkNs(db, name) {
  if (!name || name.includes("\0") || (name.includes("$") && !name.startsWith("$cmd")) || name.startsWith(".") || name.endsWith("."))
    throw new MongoErr(73, "InvalidNamespace", `Invalid collection name: ${db}.${name}`);
  if (!db || /[/\\. "$*<>:|?\0]/.test(db)) throw new MongoErr(73, "InvalidNamespace", `Invalid database name: '${db}'`);
  if (Buffer.byteLength(`${db}.${name}`) > 255)
    throw new MongoErr(73, "InvalidNamespace", `Fully qualified namespace is too long. Namespace: ${db}.${name} Max: 255`);
}
void randomBytes;
/** For tests: a stored document that anyone changes in place throws. */ const FREEZE = !!process.env.MONGO_EMBEDDED_FREEZE;
const freeze = (v) => {
  if (Array.isArray(v)) {
    v.forEach(freeze);
    Object.freeze(v);
  } else if (isPlain(v)) {
    Object.values(v).forEach(freeze);
    Object.freeze(v);
  }
};
