/** The commands a driver, mongoose and mongosh send. */ import { calculateObjectSize } from "bson";
import { collator, envFor, matchOptsOf, pipelineUpdate, runPipeline, runStages } from "./aggregate.js";
import { Coll, decode, dupKey, encode, MAX_BSON, sortHits, WaitTxn, writeConflict } from "./engine.js";
import { ev, optionsFor } from "./expr.js";
import { compile, visit } from "./matcher.js";
import { compileProjection } from "./projection.js";
import { compileUpdate, idFirst, isOperatorUpdate, upsertSeed } from "./update.js";
import {
  Binary,
  bad,
  clone,
  compare,
  equal,
  failParse,
  getPath,
  isNum,
  isPlain,
  keyOf,
  Long,
  MongoErr,
  ObjectId,
  toDouble,
  typeMismatch,
} from "./values.js";
export class Commands {
  cursors = new Map();
  sessions = new Map();
  started = Date.now();
  cursorSeq = 1n;
  counters = {
    insert: 0,
    query: 0,
    update: 0,
    delete: 0,
    getmore: 0,
    command: 0,
  };
  address = "127.0.0.1:27017";
  version = "7.0.14";
  maxWireVersion = 21;
  params = {
    transactionLifetimeLimitSeconds: 60,
    ttlMonitorSleepSecs: 60,
    featureCompatibilityVersion: {
      version: "7.0",
    },
    enableTestCommands: true,
  };
  engine;
  constructor(engine) {
    this.engine = engine;
    engine.matchOpts = () => matchOptsOf(envFor(engine, "", null));
  }
  // ---- helpers ---------------------------------------------------------------------------------------------------------
  env(c) {
    return envFor(this.engine, c.db, c.txn, c.body.collation);
  }
  vars(c, env) {
    const out = {};
    if (c.body.let !== undefined) {
      if (!isPlain(c.body.let)) throw typeMismatch("BSON field 'let' is the wrong type, expected type 'object'");
      for (const k of Object.keys(c.body.let)) out[k] = ev({}, c.body.let[k], optionsFor(env));
    }
    return out;
  }
  name(c, v) {
    if (typeof v !== "string") throw new MongoErr(73, "InvalidNamespace", `collection name has invalid type ${typeof v}`);
    return v;
  }
  /** A statement of a retryable write runs once: a replay with the same txnNumber gets the first result. */ async once(c, stmt, f) {
    const s = c.session;
    if (!s || c.txn || c.body.txnNumber === undefined) return f();
    if (s.stmts.has(stmt)) {
      c.retried.push(stmt);
      return s.stmts.get(stmt);
    }
    const fp = this.onWrite?.();
    if (fp?.failBeforeCommitExceptionCode !== undefined)
      throw new MongoErr(toDouble(fp.failBeforeCommitExceptionCode), "InternalError", "Failing before commit due to failpoint", {
        top: true,
        drop: fp.closeConnection !== false,
      });
    const r = await f();
    s.stmts.set(stmt, r);
    if (fp && fp.closeConnection !== false)
      throw new MongoErr(9001, "SocketException", "closing connection due to failpoint", {
        top: true,
        drop: true,
      });
    return r;
  }
  onWrite = null;
  /** Runs one write statement; outside a transaction it waits for a transaction that holds the document. */ async step(c, f) {
    for (;;) {
      try {
        return f();
      } catch (e) {
        if (!(e instanceof WaitTxn)) throw e;
        const left = c.deadline - Date.now();
        if (left <= 0 || !(await e.txn.ended(Math.min(left, 2 ** 31 - 1)))) {
          if (c.deadline - Date.now() <= 0) throw new MongoErr(50, "MaxTimeMSExpired", "operation exceeded time limit");
        }
      }
    }
  }
  open(c, ns, coll, hits, docs, project, batchSize, single) {
    const cur = {
      id: Long.ZERO,
      ns,
      coll,
      hits,
      docs,
      at: 0,
      project,
      session: c.session?.id ?? null,
      txn: c.txn,
      used: Date.now(),
      noTimeout: !!c.body.noCursorTimeout,
    };
    const first = this.take(cur, batchSize === undefined ? 101 : batchSize, batchSize === undefined);
    const done = cur.at >= (hits ?? docs).length || single;
    if (!done) {
      cur.id = Long.fromBigInt(BigInt(Date.now()) * 4096n + this.cursorSeq++);
      this.cursors.set(cur.id.toString(), cur);
    }
    return {
      __raw: {
        ns,
        id: cur.id,
        batch: "firstBatch",
        docs: first,
        at: c.at,
      },
    };
  }
  take(cur, n, _default = false) {
    const out = [],
      src = cur.hits ?? cur.docs;
    let bytes = 0;
    while (cur.at < src.length && out.length < n) {
      const b = cur.docs ? cur.docs[cur.at] : cur.project ? cur.project(cur.hits[cur.at]) : cur.coll.raw(cur.hits[cur.at]);
      if (out.length && bytes + b.length > MAX_BSON - 16384) break;
      bytes += b.length;
      out.push(b);
      cur.at++;
    }
    return out;
  }
  num(v, name) {
    if (v === undefined || v === null) return undefined;
    if (!isNum(v))
      throw typeMismatch(`BSON field '${name}' is the wrong type '${typeof v}', expected types '[long, int, decimal, double']`);
    return toDouble(v);
  }
  // ---- reads -----------------------------------------------------------------------------------------------------------
  find(c) {
    const b = c.body,
      name = this.name(c, b.find),
      env = this.env(c);
    const known = new Set([
      "find",
      "filter",
      "sort",
      "projection",
      "hint",
      "skip",
      "limit",
      "batchSize",
      "singleBatch",
      "comment",
      "maxTimeMS",
      "readConcern",
      "max",
      "min",
      "returnKey",
      "showRecordId",
      "tailable",
      "awaitData",
      "oplogReplay",
      "noCursorTimeout",
      "allowPartialResults",
      "collation",
      "allowDiskUse",
      "let",
      "rawData",
    ]);
    for (const k of Object.keys(b)) if (!known.has(k) && !GENERIC.has(k)) throw unknownField("find", k);
    if (b.tailable) throw bad("error processing query: tailable cursor requested on non capped collection");
    const limit = this.num(b.limit, "limit") ?? 0,
      skip = this.num(b.skip, "skip") ?? 0,
      batch = this.num(b.batchSize, "batchSize");
    if (limit < 0) throw new MongoErr(51024, "Location51024", `BSON field 'limit' value must be >= 0, actual value '${limit}'`);
    if (skip < 0) throw new MongoErr(51024, "Location51024", `BSON field 'skip' value must be >= 0, actual value '${skip}'`);
    if (batch !== undefined && batch < 0)
      throw new MongoErr(51024, "Location51024", `BSON field 'batchSize' value must be >= 0, actual value '${batch}'`);
    this.counters.query++;
    const coll = this.engine.coll(c.db, name, c.txn),
      ns = `${c.db}.${name}`;
    const vars = this.vars(c, env),
      mo = matchOptsOf(env, vars),
      o = optionsFor(env, vars);
    const proj = compileProjection(b.projection, {
      find: true,
      match: mo,
      evalExpr: (d, e) => ev(d, e, o),
    });
    const filter = b.filter ?? {};
    if (!coll) {
      compile(filter, mo);
      return this.open(c, ns, null, [], null, null, batch, true);
    }
    const sort = b.sort && Object.keys(b.sort).length && !("$natural" in b.sort) ? b.sort : undefined;
    if (coll.options.viewOn) {
      const st = [
        {
          $match: filter,
        },
        ...(sort
          ? [
              {
                $sort: sort,
              },
            ]
          : []),
        ...(skip
          ? [
              {
                $skip: skip,
              },
            ]
          : []),
        ...(limit
          ? [
              {
                $limit: limit,
              },
            ]
          : []),
      ];
      const rows = runPipeline(env, name, st, vars).map((doc) => encode(proj ? proj.project(doc) : doc));
      return this.open(c, ns, null, null, rows, null, batch, !!b.singleBatch);
    }
    const hits = coll.find(filter, {
      sort,
      skip,
      limit,
      hint:
        b.hint ??
        (b.sort && "$natural" in b.sort
          ? {
              $natural: b.sort.$natural,
            }
          : undefined),
      txn: c.txn,
      match: mo,
      collation: b.collation,
      wantPos: proj?.positional,
    });
    const project = proj ? (h) => encode(proj.project(h.doc, h.pos)) : null;
    return this.open(c, ns, coll, hits, null, project, batch, !!b.singleBatch);
  }
  getMore(c) {
    const b = c.body,
      key = String(b.getMore),
      cur = this.cursors.get(key);
    this.counters.getmore++;
    if (!isNum(b.getMore)) throw typeMismatch("Field 'getMore' must be of type long in: getMore");
    if (!cur) throw new MongoErr(43, "CursorNotFound", `cursor id ${key} not found`);
    const ns = `${c.db}.${b.collection}`;
    if (cur.ns !== ns)
      throw new MongoErr(
        13,
        "Unauthorized",
        `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cur.ns}`,
      );
    if (cur.session && c.session && cur.session !== c.session.id)
      throw new MongoErr(
        50738,
        "Location50738",
        `Cannot run getMore on cursor ${key}, which was created in session ${cur.session}, in session ${c.session.id}`,
      );
    const n = this.num(b.batchSize, "batchSize") || Infinity;
    const docs = this.take(cur, n);
    cur.used = Date.now();
    const done = cur.at >= (cur.hits ?? cur.docs).length;
    if (done) this.cursors.delete(key);
    return {
      __raw: {
        ns,
        id: done ? Long.ZERO : cur.id,
        batch: "nextBatch",
        docs,
      },
    };
  }
  killCursors(c) {
    const killed = [],
      notFound = [];
    for (const id of c.body.cursors ?? []) (this.cursors.delete(String(id)) ? killed : notFound).push(id);
    return {
      cursorsKilled: killed,
      cursorsNotFound: notFound,
      cursorsAlive: [],
      cursorsUnknown: [],
    };
  }
  async aggregate(c) {
    const b = c.body,
      env = this.env(c),
      vars = this.vars(c, env);
    if (!Array.isArray(b.pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
    const known = new Set([
      "aggregate",
      "pipeline",
      "cursor",
      "explain",
      "allowDiskUse",
      "hint",
      "collation",
      "let",
      "bypassDocumentValidation",
      "comment",
      "maxTimeMS",
      "readConcern",
      "rawData",
      "needsMerge",
      "fromMongos",
      "exchange",
      "isMapReduceCommand",
    ]);
    for (const k of Object.keys(b)) if (!known.has(k) && !GENERIC.has(k)) throw unknownField("aggregate", k);
    if (b.explain)
      return this.explainReads(c, {
        aggregate: b.aggregate,
        pipeline: b.pipeline,
      });
    if (b.cursor === undefined) throw failParse("The 'cursor' option is required, except for aggregate with the explain argument");
    this.counters.command++;
    let pipeline = b.pipeline;
    const agnostic = !(typeof b.aggregate === "string");
    const name = agnostic ? "$cmd.aggregate" : b.aggregate,
      ns = `${c.db}.${name}`;
    const batch = this.num(b.cursor?.batchSize, "batchSize");
    const lastOp = pipeline.length ? Object.keys(pipeline[pipeline.length - 1])[0] : "";
    for (const s of pipeline.slice(0, -1))
      if (isPlain(s) && ("$out" in s || "$merge" in s))
        throw new MongoErr(40601, "Location40601", `${Object.keys(s)[0]} can only be the final stage in the pipeline`);
    const coll = agnostic ? null : (this.engine.coll(c.db, name, c.txn) ?? null);
    let docs;
    const first = pipeline[0] && isPlain(pipeline[0]) ? Object.keys(pipeline[0])[0] : "";
    const write = lastOp === "$out" || lastOp === "$merge" ? pipeline[pipeline.length - 1] : null;
    if (write && c.txn) throw new MongoErr(263, "OperationNotSupportedInTransaction", `${lastOp} cannot be used in a transaction`);
    if (write && b.readConcern?.level === "linearizable")
      throw new MongoErr(72, "InvalidOptions", `${lastOp} cannot be used with a 'linearizable' read concern level`);
    if (write) pipeline = pipeline.slice(0, -1);
    if (first === "$documents") {
      if (!agnostic) throw new MongoErr(73, "InvalidNamespace", "$documents is only valid as the first stage in a pipeline on a database");
      const list = ev({}, pipeline[0].$documents, optionsFor(env, vars));
      docs = runStages(env, list, pipeline.slice(1), vars);
    } else if (["$currentOp", "$listLocalSessions", "$listSessions", "$collStats", "$indexStats"].includes(first))
      docs = runStages(env, this.adminStage(c, first, coll, pipeline[0][first]), pipeline.slice(1), vars);
    else if (agnostic) throw new MongoErr(73, "InvalidNamespace", `{aggregate: 1} is not valid for '${first}'; a collection is required.`);
    else docs = runPipeline(env, name, pipeline, vars, b.hint);
    if (write) {
      await this.writeOut(c, env, write, docs, vars);
      docs = [];
    }
    const bufs = docs.map((d) => {
      const x = encode(d);
      if (x.length > MAX_BSON)
        throw new MongoErr(10334, "BSONObjectTooLarge", `BSONObj size: ${x.length} is invalid. Size must be between 0 and 16793600(16MB)`);
      return x;
    });
    return this.open(c, ns, coll, null, bufs, null, batch, false);
  }
  adminStage(c, op, coll, spec) {
    switch (op) {
      case "$currentOp":
        return [
          {
            type: "op",
            host: this.address,
            desc: "conn" + c.conn.id,
            connectionId: c.conn.id,
            active: true,
            op: "command",
            ns: "admin.$cmd.aggregate",
            command: {
              aggregate: 1,
            },
          },
        ];
      case "$listLocalSessions":
      case "$listSessions":
        return [...this.sessions.values()].map((s) => ({
          _id: {
            id: new Binary(Buffer.from(s.id, "hex"), 4),
          },
          lastUse: new Date(s.used),
        }));
      case "$indexStats":
        return (coll?.indexes ?? []).map((i) => ({
          name: i.spec.name,
          key: i.spec.key,
          host: this.address,
          accesses: {
            ops: Long.ZERO,
            since: new Date(this.started),
          },
          spec: i.spec,
        }));
      case "$collStats": {
        if (!coll) throw new MongoErr(26, "NamespaceNotFound", `Collection [${c.db}.${c.body.aggregate}] not found.`);
        const out = {
          ns: coll.ns,
          host: this.address,
          localTime: new Date(),
        };
        if (spec?.count !== undefined) out.count = coll.records.size;
        if (spec?.storageStats !== undefined) out.storageStats = this.stats(coll);
        return [out];
      }
    }
    return [];
  }
  async writeOut(c, env, stage, docs, vars) {
    if ("$out" in stage) {
      const t = stage.$out,
        db = isPlain(t) ? t.db : c.db,
        name = isPlain(t) ? t.coll : t;
      const old = this.engine.coll(db, name);
      const tmp = new Coll(this.engine, db, name, old?.options ?? {});
      for (const ix of old?.indexes ?? []) if (ix.spec.name !== "_id_") tmp.createIndex(ix.spec);
      const fresh = docs.map((d) => idFirst(d));
      const seen = new Set();
      for (const d of fresh) {
        const k = keyOf(d._id);
        if (seen.has(k)) throw dupKey(tmp, tmp.indexes[0], d);
        seen.add(k);
      }
      const dest = this.engine.ensure(db, name);
      await this.step(c, () => {
        for (const [rid, r] of [...dest.records]) dest.remove(rid, r.doc);
        for (const d of fresh) dest.insert(d, null);
      });
      return;
    }
    const m =
      typeof stage.$merge === "string"
        ? {
            into: stage.$merge,
          }
        : stage.$merge;
    const into =
      typeof m.into === "string"
        ? {
            db: c.db,
            coll: m.into,
          }
        : {
            db: c.db,
            ...m.into,
          };
    const dest = this.engine.ensure(into.db, into.coll);
    const on = m.on === undefined ? ["_id"] : Array.isArray(m.on) ? m.on : [m.on];
    if (!dest.indexes.some((i) => i.uniq && i.fields.length === on.length && i.fields.every((f) => on.includes(f.path))))
      throw new MongoErr(51183, "Location51183", "Cannot find index to verify that join fields will be unique");
    for (const d0 of docs) {
      const d = idFirst(d0);
      const f = {};
      for (const p of on) {
        const v = getPath(d, p);
        if (v === undefined || v === null || Array.isArray(v))
          throw new MongoErr(
            51132,
            "Location51132",
            `$merge write error: 'on' field '${p}' cannot be missing, null, undefined or an array`,
          );
        f[p] = {
          $eq: v,
        };
      }
      await this.step(c, () => {
        const [hit] = dest.find(f, {
          limit: 1,
        });
        if (!hit) {
          if (m.whenNotMatched === "discard") return;
          if (m.whenNotMatched === "fail")
            throw new MongoErr(
              13113,
              "MergeStageNoMatchingDocument",
              "$merge could not find a matching document in the target collection for at least one document in the source collection",
            );
          dest.insert(d, null);
          return;
        }
        const how = m.whenMatched ?? "merge";
        if (how === "keepExisting") return;
        if (how === "fail") throw dupKey(dest, dest.indexes[0], d);
        let next;
        if (!Array.isArray(how) && d0._id !== undefined && !equal(d0._id, hit.doc._id))
          throw new MongoErr(
            66,
            "ImmutableField",
            "$merge failed to update the matching document, did you attempt to modify the _id or the shard key? :: caused by :: Performing an update on the path '_id' would modify the immutable field '_id'",
          );
        if (Array.isArray(how)) {
          const v = {
            new: d,
          };
          for (const k of Object.keys(m.let ?? {}))
            v[k] = ev(
              d,
              m.let[k],
              optionsFor(env, {
                new: d,
              }),
            );
          next = pipelineUpdate(env, hit.doc, how, {
            ...vars,
            ...v,
          }).doc;
        } else
          next =
            how === "replace"
              ? {
                  _id: hit.doc._id,
                  ...omit(d, "_id"),
                }
              : {
                  ...hit.doc,
                  ...d,
                  _id: hit.doc._id,
                };
        if (!equal(next, hit.doc)) dest.replace(hit.rid, hit.doc, next);
      });
    }
  }
  count(c) {
    const b = c.body,
      env = this.env(c),
      coll = this.engine.coll(c.db, this.name(c, b.count), c.txn);
    if (c.txn) throw new MongoErr(263, "OperationNotSupportedInTransaction", "Cannot run 'count' in a multi-document transaction.");
    for (const k of Object.keys(b))
      if (
        !["count", "query", "fields", "limit", "skip", "hint", "collation", "comment", "readConcern", "maxTimeMS", "rawData"].includes(k) &&
        !GENERIC.has(k)
      )
        throw unknownField("count", k);
    if (!coll)
      return {
        n: 0,
      };
    const q = b.query ?? {},
      limit = Math.abs(this.num(b.limit, "limit") ?? 0),
      skip = this.num(b.skip, "skip") ?? 0;
    let n = coll.options.viewOn
      ? runPipeline(
          env,
          coll.name,
          [
            {
              $match: q,
            },
          ],
          {},
        ).length
      : Object.keys(q).length
        ? coll.find(q, {
            match: matchOptsOf(env),
            collation: b.collation,
            hint: b.hint,
          }).length
        : coll.records.size;
    n = Math.max(0, n - skip);
    return {
      n: limit ? Math.min(n, limit) : n,
    };
  }
  distinct(c) {
    const b = c.body,
      env = this.env(c),
      coll = this.engine.coll(c.db, this.name(c, b.distinct), c.txn);
    if (typeof b.key !== "string") throw typeMismatch("BSON field 'distinct.key' is the wrong type, expected type 'string'");
    for (const k of Object.keys(b))
      if (
        !["distinct", "key", "query", "hint", "collation", "comment", "readConcern", "maxTimeMS", "rawData"].includes(k) &&
        !GENERIC.has(k)
      )
        throw unknownField("distinct", k);
    if (!coll)
      return {
        values: [],
      };
    const parts = b.key.split(".");
    const seen = new Map(),
      list = [];
    const rows = coll.options.viewOn
      ? runPipeline(
          env,
          coll.name,
          [
            {
              $match: b.query ?? {},
            },
          ],
          {},
        ).map((doc) => ({
          doc,
        }))
      : coll.find(b.query ?? {}, {
          txn: c.txn,
          match: matchOptsOf(env),
          collation: b.collation,
          hint: b.hint,
        });
    for (const h of rows)
      visit(h.doc, parts, 0, (v, elem) => {
        if (v === undefined || (Array.isArray(v) && !elem)) return false;
        if (env.str) {
          if (!list.some((x) => compare(x, v, env.str) === 0)) list.push(v);
        } else {
          const k = keyOf(v);
          if (!seen.has(k)) seen.set(k, v);
        }
        return false;
      });
    const values = (env.str ? list : [...seen.values()]).sort((x, y) => compare(x, y, env.str));
    return {
      values,
      atClusterTime: c.at,
    };
  }
  // ---- writes ----------------------------------------------------------------------------------------------------------
  docs(c, field) {
    const raws = c.raws.get(field);
    if (raws)
      return raws.map((raw) => ({
        doc: decode(raw),
        raw,
      }));
    const list = c.body[field];
    if (!Array.isArray(list)) throw new MongoErr(40414, "Location40414", `BSON field '${c.name}.${field}' is missing but a required field`);
    return list.map((doc) => ({
      doc,
      raw: null,
    }));
  }
  strict(c, allowed) {
    for (const k of Object.keys(c.body)) if (!allowed.includes(k) && !GENERIC.has(k)) throw unknownField(c.name, k);
  }
  async each(c, list, f) {
    if (!list.length) throw new MongoErr(16, "InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
    const errs = [],
      ordered = c.body.ordered !== false;
    for (let i = 0; i < list.length; i++) {
      try {
        await f(list[i], i);
      } catch (e) {
        if (!(e instanceof MongoErr)) throw e;
        if (e.extra.top || (c.txn && e.code === 112)) throw e; // a write conflict ends the whole transaction
        const w = {
          index: i,
          code: e.code,
          errmsg: e.message,
        };
        if (e.extra.keyPattern) {
          w.keyPattern = e.extra.keyPattern;
          w.keyValue = e.extra.keyValue;
        }
        if (e.extra.errInfo) w.errInfo = e.extra.errInfo;
        errs.push(w);
        if (ordered || c.txn) break;
      }
    }
    return errs;
  }
  async insert(c) {
    this.strict(c, [
      "insert",
      "documents",
      "ordered",
      "writeConcern",
      "bypassDocumentValidation",
      "comment",
      "maxTimeMS",
      "rawData",
      "encryptionInformation",
    ]);
    const list = this.docs(c, "documents"),
      name = this.name(c, c.body.insert);
    let n = 0;
    const coll = this.engine.ensure(c.db, name, c.txn);
    const errs = await this.each(c, list, async ({ doc, raw }, i) => {
      if (doc._id === undefined || Object.keys(doc)[0] !== "_id") {
        doc = idFirst(doc);
        raw = null;
      }
      if (
        (
          raw ?? {
            length: 0,
          }
        ).length > MAX_BSON
      )
        throw bad("object to insert too large");
      for (const k of Object.keys(doc))
        if (k === "_id" && isPlain(doc._id)) {
          for (const x of Object.keys(doc._id))
            if (x[0] === "$" && x !== "$ref" && x !== "$id" && x !== "$db")
              throw new MongoErr(
                52,
                "DollarPrefixedFieldName",
                `_id fields may not contain '$'-prefixed fields: ${x} is not valid for storage.`,
              );
        }
      await this.once(c, i, () =>
        this.step(c, () => this.engine.ensure(c.db, name, c.txn).insert(doc, raw, c.txn, c.body.bypassDocumentValidation)),
      );
      n++;
      this.counters.insert++;
    });
    void coll;
    return errs.length
      ? {
          n,
          writeErrors: errs,
        }
      : {
          n,
        };
  }
  /** One update statement. */ async updateOne(c, u) {
    const env = envFor(this.engine, c.db, c.txn, u.collation),
      vars = {
        ...this.vars(c, env),
      };
    if (u.c !== undefined) for (const k of Object.keys(u.c)) vars[k] = u.c[k];
    const mo = matchOptsOf(env, vars),
      q = u.q ?? {};
    const isPipe = Array.isArray(u.u),
      isOps = !isPipe && isOperatorUpdate(u.u);
    if (!isPipe && !isPlain(u.u)) throw failParse("Update argument must be either an object or an array");
    if (!isOps && !isPipe && u.multi) throw failParse("multi update is not supported for replacement-style update");
    if (u.arrayFilters !== undefined && !isOps && u.arrayFilters.length)
      throw failParse("arrayFilters may not be specified for " + (isPipe ? "pipeline-style updates" : "replacement-style updates"));
    if (u.sort && u.multi) throw failParse("Cannot specify sort with multi=true");
    const compiled = isOps ? compileUpdate(u.u, u.arrayFilters, mo) : null;
    if (isPipe) {
      for (const s of u.u) if (!isPlain(s)) throw typeMismatch("Each element of the 'pipeline' array must be an object");
    }
    const name = c.name === "update" ? c.body.update : (c.body.findAndModify ?? c.body.findandmodify);
    const now = new Date();
    const next = (d, pos, inserting) => {
      if (isPipe) return pipelineUpdate(env, d, u.u, vars);
      if (compiled)
        return compiled.apply(d, {
          pos,
          inserting,
          str: env.str,
          match: mo,
          now,
          timestamp: () => this.engine.timestamp(),
        });
      const r = u.u;
      if (r._id !== undefined && d._id !== undefined && !equal(r._id, d._id))
        throw new MongoErr(
          66,
          "ImmutableField",
          `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${JSON.stringify(r._id)}`,
        );
      const out =
        d._id !== undefined
          ? {
              _id: d._id,
              ...omit(r, "_id"),
            }
          : clone(r);
      return {
        doc: out,
        changed: !equal(d, out) || !sameBytes(d, out),
      };
    };
    return this.step(c, () => {
      const coll = u.upsert ? this.engine.ensure(c.db, name, c.txn) : this.engine.coll(c.db, name, c.txn);
      if (!coll) {
        compile(q, mo);
        return {
          n: 0,
          nModified: 0,
        };
      }
      const hits = coll.find(q, {
        limit: u.multi ? 0 : 1,
        sort: u.sort,
        hint: u.hint,
        txn: c.txn,
        match: mo,
        collation: u.collation,
        wantPos: compiled?.positional,
      });
      if (hits.length) {
        // a multi-update waits before it has changed anything
        if (!c.txn)
          for (const h of hits) {
            const r = coll.records.get(h.rid);
            if (r.lock) throw new WaitTxn(r.lock);
          }
        let m = 0,
          after;
        for (const h of hits) {
          const r = next(h.doc, h.pos, false);
          after = r.doc;
          if (!r.changed) {
            if (c.txn && coll.records.get(h.rid)?.lock && coll.records.get(h.rid).lock !== c.txn) throw writeConflict();
            after = h.doc;
            continue;
          }
          checkSize(r.doc);
          coll.replace(h.rid, h.doc, r.doc, c.txn, c.body.bypassDocumentValidation);
          m++;
        }
        return {
          n: hits.length,
          nModified: m,
          before: hits[0].doc,
          after,
          hit: hits[0],
        };
      }
      if (!u.upsert)
        return {
          n: 0,
          nModified: 0,
        };
      let seed = u.upsertSupplied && u.c?.new ? clone(u.c.new) : isOps || isPipe ? upsertSeed(q) : {};
      if (!isOps && !isPipe) {
        const s = upsertSeed(q);
        if (s._id !== undefined && u.u._id === undefined)
          seed = {
            _id: s._id,
          };
        else if (s._id !== undefined && !equal(s._id, u.u._id))
          throw new MongoErr(
            66,
            "ImmutableField",
            "The _id field cannot be changed from {_id: " + JSON.stringify(s._id) + "} to {_id: " + JSON.stringify(u.u._id) + "}.",
          );
      }
      let d = next(seed, undefined, true).doc;
      if (!isOps && !isPipe)
        d = {
          ...seed,
          ...clone(u.u),
        };
      if (seed._id !== undefined && d._id !== undefined && !equal(seed._id, d._id))
        throw new MongoErr(66, "ImmutableField", "Performing an update on the path '_id' would modify the immutable field '_id'");
      d = idFirst(d);
      checkSize(d);
      coll.insert(d, null, c.txn, c.body.bypassDocumentValidation);
      return {
        n: 1,
        nModified: 0,
        upserted: d._id,
        after: d,
      };
    });
  }
  async update(c) {
    this.strict(c, ["update", "updates", "ordered", "writeConcern", "bypassDocumentValidation", "comment", "let", "maxTimeMS", "rawData"]);
    this.name(c, c.body.update);
    let n = 0,
      nModified = 0;
    const upserted = [];
    const list = this.docs(c, "updates").map((x) => x.doc);
    for (const u of list) {
      for (const k of Object.keys(u))
        if (!["q", "u", "multi", "upsert", "collation", "arrayFilters", "hint", "c", "sort", "upsertSupplied"].includes(k))
          throw unknownField("update.updates", k);
      if (u.sort !== undefined && this.maxWireVersion < 25) throw unknownField("update.updates", "sort");
    }
    const errs = await this.each(c, list, async (u, i) => {
      const r = await this.once(c, i, async () => {
        const { n, nModified, upserted } = await this.updateOne(c, u);
        return {
          n,
          nModified,
          upserted,
        };
      });
      this.counters.update++;
      n += r.n;
      nModified += r.nModified;
      if (r.upserted !== undefined)
        upserted.push({
          index: i,
          _id: r.upserted,
        });
    });
    const out = {
      n,
      nModified,
    };
    if (upserted.length) out.upserted = upserted;
    if (errs.length) out.writeErrors = errs;
    return out;
  }
  async delete(c) {
    this.strict(c, ["delete", "deletes", "ordered", "writeConcern", "comment", "let", "maxTimeMS", "rawData"]);
    const name = this.name(c, c.body.delete);
    let n = 0;
    const list = this.docs(c, "deletes").map((x) => x.doc);
    for (const d of list)
      for (const k of Object.keys(d)) if (!["q", "limit", "collation", "hint"].includes(k)) throw unknownField("delete.deletes", k);
    const errs = await this.each(c, list, async (d, i) => {
      const lim = toDouble(d.limit ?? 0);
      if (lim !== 0 && lim !== 1) throw failParse(`The limit field in delete objects must be 0 or 1. Got ${lim}`);
      const env = envFor(this.engine, c.db, c.txn, d.collation),
        mo = matchOptsOf(env, this.vars(c, env));
      n += await this.once(c, i, () =>
        this.step(c, () => {
          const coll = this.engine.coll(c.db, name, c.txn);
          if (!coll) {
            compile(d.q ?? {}, mo);
            return 0;
          }
          const hits = coll.find(d.q ?? {}, {
            limit: lim,
            hint: d.hint,
            txn: c.txn,
            match: mo,
            collation: d.collation,
          });
          if (!c.txn)
            for (const h of hits) {
              const r = coll.records.get(h.rid);
              if (r.lock) throw new WaitTxn(r.lock);
            }
          for (const h of hits) coll.remove(h.rid, h.doc, c.txn);
          return hits.length;
        }),
      );
      this.counters.delete++;
    });
    return errs.length
      ? {
          n,
          writeErrors: errs,
        }
      : {
          n,
        };
  }
  async findAndModify(c) {
    return {
      ...(await this.once(c, 0, () => this.findAndModify1(c))),
    };
  }
  async findAndModify1(c) {
    const b = c.body,
      name = b.findAndModify ?? b.findandmodify;
    this.name(c, name);
    for (const k of Object.keys(b))
      if (
        ![
          "findAndModify",
          "findandmodify",
          "query",
          "sort",
          "remove",
          "update",
          "new",
          "fields",
          "upsert",
          "bypassDocumentValidation",
          "writeConcern",
          "maxTimeMS",
          "collation",
          "arrayFilters",
          "hint",
          "comment",
          "let",
          "rawData",
        ].includes(k) &&
        !GENERIC.has(k)
      )
        throw unknownField("findAndModify", k);
    const env = this.env(c),
      vars = this.vars(c, env),
      mo = matchOptsOf(env, vars),
      o = optionsFor(env, vars);
    if (b.remove && b.update) throw failParse("Cannot specify both an update and remove=true");
    if (!b.remove && b.update === undefined) throw failParse("Either an update or remove=true must be specified");
    if (b.remove && b.upsert) throw failParse("Cannot specify both upsert=true and remove=true");
    if (b.remove && b.new) throw failParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
    const proj = compileProjection(b.fields, {
      find: true,
      match: mo,
      evalExpr: (d, e) => ev(d, e, o),
    });
    const show = (d, pos) => (d === undefined ? null : proj ? proj.project(d, pos) : d);
    const sort = b.sort && Object.keys(b.sort).length ? b.sort : undefined;
    if (b.remove) {
      const hit = await this.step(c, () => {
        const coll = this.engine.coll(c.db, name, c.txn);
        if (!coll) {
          compile(b.query ?? {}, mo);
          return null;
        }
        const [h] = coll.find(b.query ?? {}, {
          sort,
          limit: 1,
          hint: b.hint,
          txn: c.txn,
          match: mo,
          collation: b.collation,
          wantPos: true,
        });
        if (h) coll.remove(h.rid, h.doc, c.txn);
        return h ?? null;
      });
      return {
        lastErrorObject: {
          n: hit ? 1 : 0,
        },
        value: show(hit?.doc, hit?.pos),
      };
    }
    const r = await this.updateOne(c, {
      q: b.query ?? {},
      u: b.update,
      upsert: b.upsert,
      collation: b.collation,
      arrayFilters: b.arrayFilters,
      hint: b.hint,
      sort,
    });
    const leo = {
      n: r.n,
      updatedExisting: r.n > 0 && r.upserted === undefined,
    };
    if (r.upserted !== undefined) leo.upserted = r.upserted;
    return {
      lastErrorObject: leo,
      value: b.new ? show(r.after, r.hit?.pos) : show(r.before, r.hit?.pos),
    };
  }
  // ---- catalog ---------------------------------------------------------------------------------------------------------
  create(c) {
    const b = c.body,
      name = this.name(c, b.create);
    if (b.timeseries) throw new MongoErr(238, "NotImplemented", "time-series collections are not supported by this server");
    const opts = {};
    for (const k of [
      "capped",
      "size",
      "max",
      "validator",
      "validationLevel",
      "validationAction",
      "collation",
      "clusteredIndex",
      "expireAfterSeconds",
      "changeStreamPreAndPostImages",
      "storageEngine",
      "indexOptionDefaults",
      "viewOn",
      "pipeline",
    ])
      if (b[k] !== undefined) opts[k] = b[k];
    for (const k of Object.keys(b))
      if (
        !["create", "autoIndexId", "writeConcern", "comment", "pipeline", "temp", "flags", "encryptedFields", "maxTimeMS"].includes(k) &&
        !(k in opts) &&
        !GENERIC.has(k)
      )
        throw unknownField("create", k);
    const old = this.engine.coll(c.db, name, c.txn);
    if (old) {
      if (equal(old.options, opts)) {
        if (this.params.strictCreate === false) return {};
      }
      throw new MongoErr(48, "NamespaceExists", `Collection ${old.ns} already exists.`);
    }
    const coll = this.engine.createColl(c.db, name, opts, c.txn);
    if (opts.clusteredIndex?.name)
      coll.indexes[0].spec = {
        ...coll.indexes[0].spec,
        name: opts.clusteredIndex.name,
        clustered: true,
      };
    if (opts.clusteredIndex) opts.clusteredIndex.v = 2;
    return {};
  }
  drop(c) {
    const name = this.name(c, c.body.drop),
      coll = this.engine.coll(c.db, name, c.txn);
    if (!coll) return {};
    const n = coll.indexes.length;
    this.engine.dropColl(c.db, name);
    return {
      nIndexesWas: n,
      ns: coll.ns,
    };
  }
  dropDatabase(c) {
    const d = this.engine.dbs.get(c.db);
    if (!d) return {};
    for (const n of [...d.keys()]) this.engine.dropColl(c.db, n);
    return {
      dropped: c.db,
    };
  }
  listCollections(c) {
    const b = c.body,
      env = this.env(c);
    const list = [...(this.engine.dbs.get(c.db)?.values() ?? [])]
      .filter((x) => !x.pending || x.pending === c.txn)
      .map((x) => ({
        name: x.name,
        type: x.options.viewOn ? "view" : "collection",
        options: x.options,
        info: {
          readOnly: false,
          uuid: x.uuid,
        },
        idIndex: x.indexes[0].spec.clustered
          ? undefined
          : {
              v: 2,
              key: {
                _id: 1,
              },
              name: "_id_",
            },
      }));
    const p = compile(b.filter ?? {}, matchOptsOf(env));
    const docs = list
      .filter((d) => p(d))
      .map((d) =>
        encode(
          b.nameOnly
            ? {
                name: d.name,
                type: d.type,
              }
            : d,
        ),
      );
    return this.open(c, `${c.db}.$cmd.listCollections`, null, null, docs, null, this.num(b.cursor?.batchSize, "batchSize"), false);
  }
  listDatabases(c) {
    if (c.db !== "admin") throw new MongoErr(13, "Unauthorized", "listDatabases may only be run against the admin database.");
    const p = compile(c.body.filter ?? {}, matchOptsOf(this.env(c)));
    const all = ["admin", "config", "local", ...[...this.engine.dbs.keys()].filter((d) => !["admin", "config", "local"].includes(d))]
      .sort()
      .map((name) => {
        let size = 0;
        if (!c.body.nameOnly) for (const x of this.engine.dbs.get(name)?.values() ?? []) size += x.records.size * 256;
        return {
          name,
          sizeOnDisk: size,
          empty: !this.engine.dbs.has(name),
        };
      })
      .filter((d) => p(d));
    if (c.body.nameOnly)
      return {
        databases: all.map(({ name }) => ({
          name,
        })),
      };
    return {
      databases: all,
      totalSize: all.reduce((a, d) => a + d.sizeOnDisk, 0),
      totalSizeMb: 0,
    };
  }
  createIndexes(c) {
    const b = c.body,
      name = this.name(c, b.createIndexes);
    if (!Array.isArray(b.indexes) || !b.indexes.length) throw bad("Must specify at least one index to create");
    const existed = !!this.engine.coll(c.db, name, c.txn);
    if (c.txn && existed && this.engine.coll(c.db, name, c.txn).records.size)
      throw new MongoErr(
        263,
        "OperationNotSupportedInTransaction",
        "Cannot create new indexes on non-empty collection in a multi-document transaction.",
      );
    const coll = this.engine.ensure(c.db, name, c.txn),
      before = coll.indexes.length;
    for (const s of b.indexes) {
      if (!isPlain(s.key) || !Object.keys(s.key).length)
        throw new MongoErr(67, "CannotCreateIndex", "Index keys cannot be an empty object");
      for (const k of Object.keys(s.key)) {
        const v = s.key[k];
        if (typeof v === "string" ? !["text", "hashed", "2d", "2dsphere"].includes(v) : !isNum(v) || toDouble(v) === 0)
          throw new MongoErr(
            67,
            "CannotCreateIndex",
            `Values in v:2 index key pattern cannot be of type ${typeof v}. Only numbers > 0, numbers < 0, and strings are allowed.`,
          );
        if (v === "hashed" && s.unique)
          throw new MongoErr(16764, "Location16764", "Currently hashed indexes cannot guarantee uniqueness. Use a regular index.");
        if (k.includes("$**")) throw new MongoErr(67, "CannotCreateIndex", "wildcard indexes are not supported by this server");
      }
      if (typeof s.name !== "string" || !s.name)
        throw new MongoErr(9, "FailedToParse", "The 'name' field is a required property of an index specification");
      if (s.sparse && s.partialFilterExpression)
        throw new MongoErr(67, "CannotCreateIndex", 'cannot mix "partialFilterExpression" and "sparse" options');
      if (s.expireAfterSeconds !== undefined && (!isNum(s.expireAfterSeconds) || toDouble(s.expireAfterSeconds) < 0))
        throw new MongoErr(67, "CannotCreateIndex", "TTL index 'expireAfterSeconds' option must be within an acceptable range");
      for (const k of Object.keys(s))
        if (
          ![
            "key",
            "name",
            "unique",
            "background",
            "sparse",
            "expireAfterSeconds",
            "partialFilterExpression",
            "collation",
            "v",
            "hidden",
            "weights",
            "default_language",
            "language_override",
            "textIndexVersion",
            "2dsphereIndexVersion",
            "bits",
            "min",
            "max",
            "storageEngine",
            "ns",
            "wildcardProjection",
            "prepareUnique",
            "clustered",
          ].includes(k)
        )
          throw new MongoErr(
            197,
            "InvalidIndexSpecificationOption",
            `The field '${k}' is not valid for an index specification. Specification: ${JSON.stringify(s)}`,
          );
      const spec = {
        v: 2,
        key: s.key,
        name: s.name,
      };
      for (const k of Object.keys(s))
        if (!["key", "name", "v", "background", "ns"].includes(k) && s[k] !== undefined && s[k] !== false) spec[k] = s[k];
      if (spec.unique !== undefined) spec.unique = !!spec.unique;
      if (spec.expireAfterSeconds !== undefined) spec.expireAfterSeconds = toDouble(spec.expireAfterSeconds);
      if (coll.createIndex(spec) && this.engine.journaling)
        this.engine.log([
          {
            o: "ci",
            ns: coll.ns,
            db: c.db,
            c: name,
            spec,
          },
        ]);
    }
    return {
      numIndexesBefore: before,
      numIndexesAfter: coll.indexes.length,
      createdCollectionAutomatically: !existed,
      ...(coll.indexes.length === before
        ? {
            note: "all indexes already exist",
          }
        : {}),
    };
  }
  listIndexes(c) {
    const name = this.name(c, c.body.listIndexes),
      coll = this.engine.coll(c.db, name, c.txn);
    if (!coll) throw new MongoErr(26, "NamespaceNotFound", `ns does not exist: ${c.db}.${name}`);
    const docs = coll.indexes.map((i) => {
      const { unique, ...s } = i.spec;
      return encode(
        s.name === "_id_"
          ? s
          : {
              ...s,
              ...(unique
                ? {
                    unique,
                  }
                : {}),
            },
      );
    });
    return this.open(c, coll.ns, null, null, docs, null, this.num(c.body.cursor?.batchSize, "batchSize"), false);
  }
  dropIndexes(c) {
    const name = this.name(c, c.body.dropIndexes ?? c.body.deleteIndexes),
      coll = this.engine.coll(c.db, name, c.txn);
    if (!coll) throw new MongoErr(26, "NamespaceNotFound", `ns not found ${c.db}.${name}`);
    const was = coll.indexes.length,
      want = c.body.index;
    const drop = (n) => {
      if (n === "_id_") throw new MongoErr(72, "InvalidOptions", "cannot drop _id index");
      coll.indexes = coll.indexes.filter((i) => i.spec.name !== n);
      if (this.engine.journaling)
        this.engine.log([
          {
            o: "di",
            ns: coll.ns,
            db: c.db,
            c: name,
            name: n,
          },
        ]);
    };
    if (want === "*") for (const i of coll.indexes.slice(1)) drop(i.spec.name);
    else
      for (const w of Array.isArray(want) ? want : [want]) {
        const ix = coll.indexes.find((i) => (typeof w === "string" ? i.spec.name === w : equal(i.spec.key, w)));
        if (!ix)
          throw new MongoErr(
            27,
            "IndexNotFound",
            typeof w === "string" ? `index not found with name [${w}]` : `can't find index with key: ${JSON.stringify(w)}`,
          );
        drop(ix.spec.name);
      }
    return {
      nIndexesWas: was,
    };
  }
  collMod(c) {
    const name = this.name(c, c.body.collMod),
      coll = this.engine.coll(c.db, name, c.txn);
    if (!coll) throw new MongoErr(26, "NamespaceNotFound", `ns does not exist: ${c.db}.${name}`);
    const b = c.body,
      out = {};
    const o = {
      ...coll.options,
    };
    for (const k of ["validator", "validationLevel", "validationAction", "changeStreamPreAndPostImages", "expireAfterSeconds"])
      if (b[k] !== undefined) o[k] = b[k];
    if (isPlain(b.index)) {
      const ix = coll.indexes.find((i) => (b.index.name ? i.spec.name === b.index.name : equal(i.spec.key, b.index.keyPattern)));
      if (!ix)
        throw new MongoErr(
          27,
          "IndexNotFound",
          `cannot find index ${JSON.stringify(b.index.name ?? b.index.keyPattern)} for ns ${coll.ns}`,
        );
      if (b.index.expireAfterSeconds !== undefined) {
        out.expireAfterSeconds_old = ix.spec.expireAfterSeconds;
        ix.spec = {
          ...ix.spec,
          expireAfterSeconds: toDouble(b.index.expireAfterSeconds),
        };
        out.expireAfterSeconds_new = ix.spec.expireAfterSeconds;
      }
      if (b.index.hidden !== undefined) {
        ix.spec = {
          ...ix.spec,
          hidden: b.index.hidden || undefined,
        };
      }
      if (b.index.prepareUnique)
        ix.spec = {
          ...ix.spec,
          prepareUnique: true,
        };
      if (b.index.unique) {
        const seen = new Map(),
          viol = new Map();
        for (const r of coll.records.values())
          for (const k of ix.keys(r.doc)) {
            if (seen.has(k)) viol.set(k, [...(viol.get(k) ?? [seen.get(k)]), r.doc._id]);
            else seen.set(k, r.doc._id);
          }
        if (viol.size)
          throw new MongoErr(
            359,
            "CannotConvertIndexToUnique",
            "Cannot convert the index to unique. Please resolve conflicting documents before running collMod again.",
            {
              violations: [...viol.values()].map((ids) => ({
                ids,
              })),
            },
          );
        const spec = {
          ...ix.spec,
          unique: true,
        };
        delete spec.prepareUnique;
        coll.indexes = coll.indexes.filter((i) => i !== ix);
        coll.createIndex(spec);
      }
    }
    coll.setOptions(o);
    if (this.engine.journaling)
      this.engine.log([
        {
          o: "cm",
          db: c.db,
          c: name,
          options: o,
        },
      ]);
    return out;
  }
  renameCollection(c) {
    const split = (ns) => [ns.slice(0, ns.indexOf(".")), ns.slice(ns.indexOf(".") + 1)];
    const [d1, n1] = split(c.body.renameCollection),
      [d2, n2] = split(c.body.to);
    const src = this.engine.coll(d1, n1);
    if (!src) throw new MongoErr(26, "NamespaceNotFound", `Source collection ${c.body.renameCollection} does not exist`);
    if (this.engine.coll(d2, n2)) {
      if (!c.body.dropTarget) throw new MongoErr(48, "NamespaceExists", "target namespace exists");
      this.engine.dropColl(d2, n2);
    }
    const dst = this.engine.createColl(d2, n2, src.options);
    for (const ix of src.indexes.slice(1)) {
      dst.createIndex(ix.spec);
      if (this.engine.journaling)
        this.engine.log([
          {
            o: "ci",
            db: d2,
            c: n2,
            spec: ix.spec,
          },
        ]);
    }
    for (const r of src.records.values()) dst.insert(r.doc, r.raw);
    this.engine.dropColl(d1, n1);
    return {};
  }
  stats(coll) {
    let size = 0;
    for (const r of coll.records.values()) size += (r.raw ??= encode(r.doc)).length;
    return {
      ns: coll.ns,
      size,
      count: coll.records.size,
      avgObjSize: coll.records.size ? Math.round(size / coll.records.size) : undefined,
      numOrphanDocs: 0,
      storageSize: size,
      freeStorageSize: 0,
      capped: !!coll.options.capped,
      nindexes: coll.indexes.length,
      indexSizes: Object.fromEntries(coll.indexes.map((i) => [i.spec.name, i.tree.size * 32])),
      totalIndexSize: 0,
      totalSize: size,
      scaleFactor: 1,
    };
  }
  explainReads(c, cmd) {
    const name = cmd.find ?? cmd.aggregate ?? cmd.count ?? cmd.distinct ?? cmd.update ?? cmd.delete ?? cmd.findAndModify;
    const coll = this.engine.coll(c.db, name, c.txn),
      env = this.env(c);
    const q = cmd.filter ?? cmd.query ?? cmd.updates?.[0]?.q ?? cmd.deletes?.[0]?.q ?? cmd.pipeline?.[0]?.$match ?? {};
    const st = {};
    const t = Date.now();
    const hits = coll
      ? coll.find(
          q,
          {
            sort: cmd.sort,
            skip: toDouble(cmd.skip ?? 0),
            limit: toDouble(cmd.limit ?? 0),
            hint: cmd.hint,
            match: matchOptsOf(env),
            collation: cmd.collation,
          },
          st,
        )
      : [];
    const ix = st.plan?.index;
    const input = ix
      ? {
          stage: "FETCH",
          inputStage: {
            stage: "IXSCAN",
            indexName: ix.spec.name,
            keyPattern: ix.spec.key,
            isMultiKey: ix.multikey,
            direction: st.plan.reverse ? "backward" : "forward",
          },
        }
      : {
          stage: "COLLSCAN",
          direction: "forward",
        };
    const winningPlan =
      cmd.sort && !st.plan?.sorted
        ? {
            stage: "SORT",
            sortPattern: cmd.sort,
            inputStage: input,
          }
        : input;
    return {
      explainVersion: "1",
      queryPlanner: {
        namespace: `${c.db}.${name}`,
        parsedQuery: q,
        winningPlan,
        rejectedPlans: [],
      },
      executionStats: {
        executionSuccess: true,
        nReturned: hits.length,
        executionTimeMillis: Date.now() - t,
        totalKeysExamined: ix ? st.docsExamined : 0,
        totalDocsExamined: st.docsExamined ?? 0,
        executionStages: winningPlan,
      },
      command: cmd,
      serverInfo: {
        host: this.address,
        version: this.version,
      },
    };
  }
  // ---- administration and diagnostics ------------------------------------------------------------------------------------
  hello(c) {
    const legacy = c.name !== "hello";
    if (c.body.client) c.conn.meta = c.body.client;
    return {
      ...(legacy
        ? {
            ismaster: true,
          }
        : {
            isWritablePrimary: true,
          }),
      ...(c.body.helloOk
        ? {
            helloOk: true,
          }
        : {}),
      setName: "rs0",
      setVersion: 1,
      secondary: false,
      hosts: [this.address],
      primary: this.address,
      me: this.address,
      electionId: this.engine.electionId,
      lastWrite: {
        opTime: {
          ts: this.engine.timestamp(),
          t: Long.fromNumber(1),
        },
        lastWriteDate: new Date(),
        majorityOpTime: {
          ts: this.engine.timestamp(),
          t: Long.fromNumber(1),
        },
        majorityWriteDate: new Date(),
      },
      maxBsonObjectSize: MAX_BSON,
      maxMessageSizeBytes: 48000000,
      maxWriteBatchSize: 100000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      connectionId: c.conn.id,
      minWireVersion: 0,
      maxWireVersion: this.maxWireVersion,
      readOnly: false,
    };
  }
  async run(c) {
    switch (c.name) {
      case "hello":
      case "isMaster":
      case "ismaster":
        return this.hello(c);
      case "ping":
      case "refreshSessions":
      case "logout":
      case "fsync":
      case "startRecordingTraffic":
        return {};
      case "find":
        return this.find(c);
      case "getMore":
        return this.getMore(c);
      case "killCursors":
        return this.killCursors(c);
      case "aggregate":
        return this.aggregate(c);
      case "count":
        return this.count(c);
      case "distinct":
        return this.distinct(c);
      case "insert":
        return this.insert(c);
      case "update":
        return this.update(c);
      case "delete":
        return this.delete(c);
      case "findAndModify":
      case "findandmodify":
        return this.findAndModify(c);
      case "create":
        return this.create(c);
      case "drop":
        return this.drop(c);
      case "dropDatabase":
        return this.dropDatabase(c);
      case "listCollections":
        return this.listCollections(c);
      case "listDatabases":
        return this.listDatabases(c);
      case "createIndexes":
        return this.createIndexes(c);
      case "listIndexes":
        return this.listIndexes(c);
      case "dropIndexes":
      case "deleteIndexes":
        return this.dropIndexes(c);
      case "collMod":
        return this.collMod(c);
      case "renameCollection":
        return this.renameCollection(c);
      case "explain":
        return this.explainReads(c, c.body.explain);
      case "collStats": {
        const x = this.engine.coll(c.db, c.body.collStats);
        return x
          ? this.stats(x)
          : {
              ns: `${c.db}.${c.body.collStats}`,
              size: 0,
              count: 0,
              nindexes: 0,
            };
      }
      case "dbStats":
      case "dbstats": {
        const d = [...(this.engine.dbs.get(c.db)?.values() ?? [])];
        const s = d.map((x) => this.stats(x));
        return {
          db: c.db,
          collections: d.length,
          views: 0,
          objects: s.reduce((a, x) => a + x.count, 0),
          dataSize: s.reduce((a, x) => a + x.size, 0),
          storageSize: s.reduce((a, x) => a + x.size, 0),
          indexes: d.reduce((a, x) => a + x.indexes.length, 0),
          indexSize: 0,
        };
      }
      case "validate":
        return {
          valid: true,
          errors: [],
          nrecords: this.engine.coll(c.db, c.body.validate)?.records.size ?? 0,
        };
      case "buildInfo":
      case "buildinfo":
        return {
          version: this.version,
          versionArray: [...this.version.split(".").map(Number), 0],
          gitVersion: "embedded",
          modules: [],
          allocator: "system",
          javascriptEngine: "none",
          sysInfo: "deprecated",
          bits: 64,
          debug: false,
          maxBsonObjectSize: MAX_BSON,
          storageEngines: ["embedded"],
          openssl: {
            running: "none",
            compiled: "none",
          },
          buildEnvironment: {},
        };
      case "serverStatus":
        return {
          host: this.address,
          version: this.version,
          process: "mongod",
          pid: Long.fromNumber(process.pid),
          uptime: (Date.now() - this.started) / 1000,
          localTime: new Date(),
          connections: {
            current: 1,
            available: 1000,
          },
          opcounters: {
            ...this.counters,
          },
          storageEngine: {
            name: "embedded",
            supportsCommittedReads: true,
            persistent: this.engine.journaling,
          },
          repl: {
            setName: "rs0",
            isWritablePrimary: true,
            hosts: [this.address],
          },
          mem: {
            resident: Math.round(process.memoryUsage().rss / 1048576),
          },
        };
      case "hostInfo":
        return {
          system: {
            currentTime: new Date(),
            hostname: "localhost",
            cpuAddrSize: 64,
            numCores: 1,
          },
          os: {
            type: "Linux",
            name: "embedded",
            version: "",
          },
          extra: {},
        };
      case "getCmdLineOpts":
        return {
          argv: ["embedded"],
          parsed: {},
        };
      case "connectionStatus":
        return {
          authInfo: {
            authenticatedUsers: [],
            authenticatedUserRoles: [],
          },
        };
      case "whatsmyuri":
        return {
          you: "127.0.0.1:0",
        };
      case "getLog":
        return c.body.getLog === "*"
          ? {
              names: ["global", "startupWarnings"],
            }
          : {
              totalLinesWritten: 0,
              log: [],
            };
      case "getParameter": {
        if (c.body.getParameter === "*")
          return {
            ...this.params,
          };
        const out = {};
        for (const k of Object.keys(c.body)) if (k in this.params) out[k] = this.params[k];
        if (!Object.keys(out).length) throw new MongoErr(72, "InvalidOptions", "no option found to get");
        return out;
      }
      case "setParameter": {
        for (const k of Object.keys(c.body)) if (k !== "setParameter" && !GENERIC.has(k)) this.params[k] = c.body[k];
        return {
          was: 0,
        };
      }
      case "replSetGetStatus":
        return {
          set: "rs0",
          date: new Date(),
          myState: 1,
          members: [
            {
              _id: 0,
              name: this.address,
              health: 1,
              state: 1,
              stateStr: "PRIMARY",
              uptime: Math.round((Date.now() - this.started) / 1000),
              self: true,
            },
          ],
        };
      case "replSetGetConfig":
        return {
          config: {
            _id: "rs0",
            version: 1,
            members: [
              {
                _id: 0,
                host: this.address,
              },
            ],
          },
        };
      case "getDefaultRWConcern":
        return {
          defaultReadConcern: {
            level: "local",
          },
          defaultWriteConcern: {
            w: "majority",
            wtimeout: 0,
          },
        };
      case "startSession":
        return {
          id: {
            id: new Binary(Buffer.from(new ObjectId().toHexString().padEnd(32, "0").slice(0, 32), "hex"), 4),
          },
          timeoutMinutes: 30,
        };
      case "endSessions":
        for (const s of c.body.endSessions ?? []) this.endSession(s);
        return {};
      case "killSessions":
        for (const s of c.body.killSessions ?? []) this.endSession(s);
        return {};
      case "killAllSessions":
      case "killAllSessionsByPattern":
        for (const s of [...this.sessions.values()]) {
          s.txn?.abort();
          s.txn = null;
        }
        return {};
      case "currentOp":
        return {
          inprog: [],
        };
      case "killOp":
        return {
          info: "attempting to kill op",
        };
      case "listCommands":
        return {
          commands: {},
        };
      case "top":
        return {
          totals: {},
        };
      case "features":
        return {
          jsVersion: "none",
          oidReset: true,
        };
      case "usersInfo":
        return {
          users: [],
        };
      case "rolesInfo":
        return {
          roles: [],
        };
      case "saslStart":
      case "authenticate":
        throw new MongoErr(18, "AuthenticationFailed", "this server has no users: connect without credentials");
    }
    throw new MongoErr(59, "CommandNotFound", `no such command: '${c.name}'`);
  }
  endSession(s) {
    const id = s?.id?.buffer ? Buffer.from(s.id.buffer).toString("hex") : "";
    const x = this.sessions.get(id);
    if (x) {
      x.txn?.abort();
      this.sessions.delete(id);
    }
    for (const [k, cur] of this.cursors) if (cur.session === id) this.cursors.delete(k);
  }
  session(lsid) {
    if (!lsid) return null;
    if (!lsid.id?.buffer) throw typeMismatch("BSON field 'lsid.id' is missing or the wrong type");
    const id = Buffer.from(lsid.id.buffer).toString("hex");
    let s = this.sessions.get(id);
    if (!s) {
      this.sessions.set(
        id,
        (s = {
          id,
          txnNumber: -1n,
          txn: null,
          txnDone: null,
          stmts: new Map(),
          used: Date.now(),
        }),
      );
      if (this.sessions.size > 20000)
        for (const [k, o] of this.sessions) {
          if (!o.txn) this.sessions.delete(k);
          if (this.sessions.size <= 15000) break;
        }
    }
    s.used = Date.now();
    return s;
  }
  sweep() {
    const now = Date.now(),
      limit = toDouble(this.params.transactionLifetimeLimitSeconds) * 1000;
    for (const s of this.sessions.values())
      if (s.txn && s.txn.state === "active" && now - s.txn.started > limit) {
        s.txn.abort();
        s.txn = null;
        s.txnDone = "aborted";
      }
    for (const [k, c] of this.cursors) if (!c.noTimeout && now - c.used > 600_000) this.cursors.delete(k);
  }
  ttl() {
    let n = 0;
    const now = Date.now();
    for (const d of this.engine.dbs.values())
      for (const c of d.values())
        for (const ix of c.indexes) {
          if (ix.spec.expireAfterSeconds === undefined || ix.fields.length !== 1) continue;
          const before = new Date(now - ix.spec.expireAfterSeconds * 1000);
          for (const h of c.find({
            [ix.fields[0].path]: {
              $lt: before,
            },
          })) {
            if (ix.partial && !ix.partial(h.doc)) continue;
            try {
              c.remove(h.rid, h.doc);
              n++;
            } catch (e) {
              if (!(e instanceof WaitTxn)) throw e;
            }
          }
        }
    return n;
  }
}
export const GENERIC = new Set([
  "$db",
  "$readPreference",
  "lsid",
  "$clusterTime",
  "txnNumber",
  "autocommit",
  "startTransaction",
  "readConcern",
  "writeConcern",
  "maxTimeMS",
  "comment",
  "apiVersion",
  "apiStrict",
  "apiDeprecationErrors",
  "$audit",
  "$client",
  "$configServerState",
  "shardVersion",
  "$oplogQueryData",
  "helloOk",
  "client",
  "compression",
  "saslSupportedMechs",
  "speculativeAuthenticate",
  "loadBalanced",
  "backpressure",
  "maxTimeMSOpOnly",
  "stmtId",
  "stmtIds",
  "isTimeseriesNamespace",
  "$query",
]);
const unknownField = (cmd, k) => new MongoErr(40415, "Location40415", `BSON field '${cmd}.${k}' is an unknown field.`);
const omit = (d, k) => {
  const { [k]: _, ...r } = d;
  return r;
};
const checkSize = (d) => {
  if (
    calculateObjectSize(d, {
      ignoreUndefined: true,
    }) > MAX_BSON
  )
    throw new MongoErr(17419, "Location17419", `Resulting document after update is larger than ${MAX_BSON}`);
};
const sameBytes = (a, b) => Object.keys(a).join() === Object.keys(b).join();
void sortHits;
void collator;
