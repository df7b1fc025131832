/** Pipelines: our own stages where mingo's differ from the server (or would change stored documents), mingo's for the rest. */ import {
  sortHits,
  sortList,
} from "./engine.js";
import { Aggregator, CO, checkExpr, envOf, ev, Lazy, makeContext, optionsFor } from "./expr.js";
import { compile } from "./matcher.js";
import { compileProjection } from "./projection.js";
import { arith, compare, equal, getPath, isLong, isNum, isPlain, keyOf, MongoErr, toDouble } from "./values.js";

const err = (code, msg) => new MongoErr(code, `Location${code}`, msg);
export function collator(c) {
  if (!c || c.locale === "simple") return undefined;
  if (!c.locale) throw new MongoErr(40414, "Location40414", "BSON field 'collation.locale' is missing but a required field");
  const s = c.strength ?? 3;
  let sens = s === 1 ? (c.caseLevel ? "case" : "base") : s === 2 ? "accent" : "variant";
  if (s === 2 && c.caseLevel) sens = "variant";
  let col;
  try {
    col = new Intl.Collator(String(c.locale).replace("_", "-"), {
      sensitivity: sens,
      numeric: !!c.numericOrdering,
      caseFirst: c.caseFirst && c.caseFirst !== "off" ? c.caseFirst : "false",
      ignorePunctuation: c.alternate === "shifted",
    });
  } catch {
    throw new MongoErr(2, "BadValue", `Field 'locale' is invalid in: { locale: "${c.locale}" }`);
  }
  return (a, b) => col.compare(a, b);
}
export function envFor(engine, db, txn, collation) {
  return {
    engine,
    db,
    txn,
    str: collator(collation),
    collation,
    now: new Date(),
    resolve: (name) => runPipeline(envFor(engine, db, txn, collation), name, [], {}),
  };
}
export const matchOptsOf = (env, vars) => {
  let o;
  return {
    str: env.str,
    vars,
    expr: (d, e, v) =>
      ev(d, e, (o ??= optionsFor(env)), {
        ...v,
        ...(vars ?? {}),
      }),
  };
};
const normal = (d) => d;
/** Consts for planning out of $expr: {$eq: ["$f", x]} narrows to f: x when x is known. */ export function sargable(filter, vars) {
  const extra = {};
  const val = (e) => {
    if (typeof e === "string" && e.startsWith("$$")) {
      const [n, ...p] = e.slice(2).split(".");
      if (vars && n in vars) {
        const v = p.length ? getPath(vars[n], p.join(".")) : vars[n];
        return v === undefined
          ? null
          : {
              v,
            };
      }
      return null;
    }
    if (typeof e === "string")
      return e[0] === "$"
        ? null
        : {
            v: e,
          };
    if (isPlain(e))
      return "$literal" in e
        ? {
            v: e.$literal,
          }
        : null;
    return Array.isArray(e)
      ? null
      : {
          v: e,
        };
  };
  const go = (e) => {
    if (!isPlain(e)) return;
    if (Array.isArray(e.$and)) e.$and.forEach(go);
    if (Array.isArray(e.$eq) && e.$eq.length === 2) {
      for (const [a, b] of [e.$eq, [e.$eq[1], e.$eq[0]]])
        if (typeof a === "string" && a[0] === "$" && a[1] !== "$") {
          const x = val(b);
          if (x && x.v !== null && !Array.isArray(x.v) && !isPlain(x.v)) extra[a.slice(1)] = x.v;
        }
    }
    if (Array.isArray(e.$in) && e.$in.length === 2 && typeof e.$in[0] === "string" && e.$in[0][0] === "$" && e.$in[0][1] !== "$") {
      const x = Array.isArray(e.$in[1])
        ? {
            v: e.$in[1].map(val),
          }
        : val(e.$in[1]);
      const list = x && Array.isArray(x.v) ? (Array.isArray(e.$in[1]) ? (x.v.every(Boolean) ? x.v.map((y) => y.v) : null) : x.v) : null;
      if (list && list.every((y) => y !== null && !Array.isArray(y) && !isPlain(y)))
        extra[e.$in[0].slice(1)] = {
          $in: list,
        };
    }
  };
  const scan = (f) => {
    if (f.$expr) go(f.$expr);
    if (Array.isArray(f.$and)) f.$and.forEach((x) => isPlain(x) && scan(x));
  };
  scan(filter);
  // only to choose candidates: the original filter is still tested on each
  return Object.keys(extra).length
    ? {
        $and: [filter, extra],
      }
    : filter;
}
const STAGES = {
  $match(coll, expr, o) {
    const env = envOf(o),
      vars = o.local.variables;
    const p = compile(expr, {
      str: env.str,
      vars,
      expr: (d, e) => ev(d, e, o),
    });
    return coll.filter((d) => p(d));
  },
  $project(coll, expr, o) {
    if (!isPlain(expr) || !Object.keys(expr).length)
      throw err(51272, "Invalid $project :: caused by :: projection specification must have at least one field");
    const p = compileProjection(expr, {
      find: false,
      evalExpr: (d, e) => ev(d, e, o),
      match: {},
    });
    return coll.map((d) => p.project(d));
  },
  $unset(coll, expr, o) {
    return STAGES.$project(coll, Object.fromEntries((Array.isArray(expr) ? expr : [expr]).map((k) => [k, 0])), o);
  },
  $addFields(coll, expr, o) {
    if (!isPlain(expr) || !Object.keys(expr).length)
      throw err(40177, "Invalid $set :: caused by :: specification must have at least one field");
    return coll.map((d) => {
      const out = {
        ...d,
      };
      const c = CO.init(o);
      c.update({
        root: d,
      });
      const apply = (target, spec, path) => {
        for (const k of Object.keys(spec)) {
          const v = spec[k];
          if (path === "" && k.includes(".")) {
            const [h, ...r] = k.split(".");
            apply(
              target,
              {
                [h]: nest(r, v),
              },
              "",
            );
            continue;
          }
          if (isPlain(v) && Object.keys(v).length && Object.keys(v)[0][0] !== "$") {
            const cur = target[k];
            if (Array.isArray(cur))
              target[k] = cur.map((x) => {
                const t = isPlain(x)
                  ? {
                      ...x,
                    }
                  : {};
                apply(t, v, path + k + ".");
                return t;
              });
            else {
              const t = isPlain(cur)
                ? {
                    ...cur,
                  }
                : {};
              apply(t, v, path + k + ".");
              target[k] = t;
            }
          } else {
            const x = ev(d, v, o);
            if (x === undefined) delete target[k];
            else target[k] = x;
          }
        }
      };
      apply(out, expr, "");
      return out;
    });
  },
  $set(coll, expr, o) {
    return STAGES.$addFields(coll, expr, o);
  },
  $sort(coll, expr, o) {
    sortList(expr);
    if (!Object.keys(expr).length) throw err(15976, "$sort stage must have at least one sort key");
    return coll.transform((docs) =>
      Lazy(
        sortHits(
          docs.map((doc) => ({
            doc,
          })),
          expr,
          envOf(o).str,
        ).map((h) => h.doc),
      ),
    );
  },
  $limit(coll, expr) {
    if (!isNum(expr) || toDouble(expr) <= 0) throw err(15958, "the limit must be positive");
    let n = toDouble(expr);
    return Lazy(() =>
      n-- > 0
        ? coll.next()
        : {
            done: true,
          },
    );
  },
  $skip(coll, expr) {
    let n = toDouble(expr);
    return Lazy(() => {
      while (n-- > 0) {
        const x = coll.next();
        if (x.done) return x;
      }
      return coll.next();
    });
  },
  $count(coll, expr) {
    if (typeof expr !== "string" || !expr || expr[0] === "$" || expr.includes("."))
      throw err(40156, "the count field must be a non-empty string");
    return coll.transform((docs) =>
      Lazy(
        docs.length
          ? [
              {
                [expr]: docs.length,
              },
            ]
          : [],
      ),
    );
  },
  $sortByCount(coll, expr, o) {
    return STAGES.$sort(
      STAGES.$group(
        coll,
        {
          _id: expr,
          count: {
            $sum: 1,
          },
        },
        o,
      ),
      {
        count: -1,
      },
      o,
    );
  },
  $unwind(coll, expr) {
    const spec =
      typeof expr === "string"
        ? {
            path: expr,
          }
        : expr;
    if (typeof spec.path !== "string" || spec.path[0] !== "$")
      throw err(28818, `path option to $unwind stage should be prefixed with a '$': ${spec.path}`);
    const parts = spec.path.slice(1).split("."),
      ix = spec.includeArrayIndex,
      keep = spec.preserveNullAndEmptyArrays === true;
    const put = (d, i, v) => {
      const c = isPlain(d)
        ? {
            ...d,
          }
        : {};
      if (i === parts.length - 1) {
        if (v === undefined) delete c[parts[i]];
        else c[parts[i]] = v;
      } else c[parts[i]] = put(c[parts[i]], i + 1, v);
      return c;
    };
    const index = (d, n) => {
      if (!ix) return d;
      const out = {
        ...d,
      };
      const ps = ix.split(".");
      let c = out;
      for (const p of ps.slice(0, -1))
        c = c[p] = isPlain(c[p])
          ? {
              ...c[p],
            }
          : {};
      c[ps[ps.length - 1]] = n;
      return out;
    };
    let queue = [],
      qi = 0;
    return Lazy(() => {
      for (;;) {
        if (qi < queue.length)
          return {
            value: queue[qi++],
            done: false,
          };
        const x = coll.next();
        if (x.done) return x;
        const d = x.value;
        let v = d;
        for (const p of parts) v = isPlain(v) ? v[p] : undefined;
        if (Array.isArray(v) && v.length) {
          queue = v.map((e, n) => index(put(d, 0, e), n));
          qi = 0;
        } else if (Array.isArray(v)) {
          if (keep)
            return {
              value: index(put(d, 0, undefined), null),
              done: false,
            };
        } else if (v === null || v === undefined) {
          if (keep)
            return {
              value: index(d, null),
              done: false,
            };
        } else
          return {
            value: index(d, null),
            done: false,
          };
      }
    });
  },
  $group(coll, expr, o) {
    if (!isPlain(expr) || !("_id" in expr)) throw err(15955, "a group specification must include an _id");
    const fields = Object.keys(expr).filter((k) => k !== "_id");
    for (const f of fields) {
      if (!isPlain(expr[f]) || Object.keys(expr[f]).length !== 1) throw err(40234, `The field '${f}' must be an accumulator object`);
      const op = Object.keys(expr[f])[0];
      if (!o.context.getOperator("accumulator", op)) throw err(15952, `unknown group operator '${op}'`);
      checkExpr(expr[f][op]);
    }
    checkExpr(expr._id);
    return coll.transform((docs) => {
      const groups = new Map();
      const c = CO.init(o);
      for (const d of docs) {
        c.update({
          root: d,
        });
        const id = evalIn(d, expr._id, c) ?? null;
        const k = keyOf(strip(id));
        let g = groups.get(k);
        if (!g)
          groups.set(
            k,
            (g = {
              id,
              docs: [],
            }),
          );
        g.docs.push(d);
      }
      const out = [];
      for (const g of groups.values()) {
        const r = {
          _id: g.id,
        };
        for (const f of fields) {
          const op = Object.keys(expr[f])[0],
            e = expr[f][op];
          const fn = o.context.getOperator("accumulator", op);
          const co = CO.init(o);
          co.update({
            root: null,
            groupId: g.id,
          });
          r[f] = fn(
            g.docs,
            op === "$count"
              ? null
              : (e ?? {
                  $literal: null,
                }),
            co,
          );
        }
        out.push(r);
      }
      return Lazy(out);
    });
  },
  $lookup(coll, expr, o) {
    const env = envOf(o);
    for (const k of Object.keys(expr))
      if (!["from", "localField", "foreignField", "as", "let", "pipeline"].includes(k))
        throw new MongoErr(9, "FailedToParse", `unknown argument to $lookup: ${k}`);
    if (typeof expr.as !== "string") throw new MongoErr(9, "FailedToParse", "must specify 'as' field for a $lookup");
    const fromArr = Array.isArray(expr.from) ? expr.from : null; // mingo's $graphLookup passes documents
    const from = !fromArr && typeof expr.from === "string" ? env.engine.coll(env.db, expr.from, env.txn) : undefined;
    const hasEq = expr.localField !== undefined;
    const pipe = expr.pipeline;
    const setAs = (d, v) => {
      const ps = expr.as.split("."),
        out = {
          ...d,
        };
      let c = out;
      for (const p of ps.slice(0, -1))
        c = c[p] = isPlain(c[p])
          ? {
              ...c[p],
            }
          : {};
      c[ps[ps.length - 1]] = v;
      return out;
    };
    return coll.map((d) => {
      const vars = {
        ...(o.local.variables ?? {}),
      };
      for (const k of Object.keys(expr.let ?? {})) vars[k] = ev(d, expr.let[k], o);
      let filter = {};
      if (hasEq) {
        const local = localValues(d, expr.localField.split("."));
        filter = {
          [expr.foreignField]:
            local.length === 1
              ? local[0] === null || !(local[0] instanceof RegExp)
                ? {
                    $eq: local[0],
                  }
                : local[0]
              : {
                  $in: local,
                },
        };
      }
      if (fromArr) {
        const p = compile(filter, matchOptsOf(env));
        return setAs(
          d,
          fromArr.filter((x) => p(x)),
        );
      }
      if (!pipe && from?.options.viewOn)
        return setAs(
          d,
          runPipeline(
            env,
            expr.from,
            [
              {
                $match: filter,
              },
            ],
            vars,
          ),
        );
      if (!pipe)
        return setAs(
          d,
          from
            ? from
                .find(filter, {
                  txn: env.txn,
                  match: matchOptsOf(env),
                  collation: env.collation,
                })
                .map((h) => h.doc)
            : [],
        );
      const stages = hasEq
        ? [
            {
              $match: filter,
            },
            ...pipe,
          ]
        : pipe;
      return setAs(d, runPipeline(env, typeof expr.from === "string" ? expr.from : null, stages, vars));
    });
  },
  $unionWith(coll, expr, o) {
    const env = envOf(o),
      spec =
        typeof expr === "string"
          ? {
              coll: expr,
            }
          : expr;
    return coll.transform((docs) => Lazy([...docs, ...runPipeline(env, spec.coll ?? null, spec.pipeline ?? [], o.local.variables ?? {})]));
  },
  $bucket(coll, expr, o) {
    const b = expr.boundaries;
    if (!Array.isArray(b) || b.length < 2) throw err(40192, "The $bucket 'boundaries' field must have at least 2 values");
    for (let i = 1; i < b.length; i++)
      if (compare(b[i - 1], b[i]) >= 0) throw err(40194, "The 'boundaries' option to $bucket must be sorted");
    const branches = b.slice(1).map((hi, i) => ({
      case: {
        $and: [
          {
            $gte: [
              expr.groupBy,
              {
                $literal: b[i],
              },
            ],
          },
          {
            $lt: [
              expr.groupBy,
              {
                $literal: hi,
              },
            ],
          },
        ],
      },
      then: {
        $literal: b[i],
      },
    }));
    const sw = {
      branches,
    };
    if ("default" in expr)
      sw.default = {
        $literal: expr.default,
      };
    return STAGES.$sort(
      STAGES.$group(
        coll,
        {
          _id: {
            $switch: sw,
          },
          ...(expr.output ?? {
            count: {
              $sum: 1,
            },
          }),
        },
        o,
      ),
      {
        _id: 1,
      },
      o,
    );
  },
  $redact(coll, expr, o) {
    const go = (d) => {
      const r = ev(d, expr, o);
      if (r === "$$KEEP") return d;
      if (r === "$$PRUNE") return undefined;
      if (r !== "$$DESCEND")
        throw err(17053, "$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE");
      const out = {};
      for (const k of Object.keys(d)) {
        const v = walk(d[k]);
        if (v !== undefined) out[k] = v;
      }
      return out;
    };
    const walk = (v) => (Array.isArray(v) ? v.map(walk).filter((x) => x !== undefined) : isPlain(v) ? go(v) : v);
    return coll.map((d) => go(d)).filter((d) => d !== undefined);
  },
  $replaceWith(coll, expr, o) {
    return STAGES.$replaceRoot(
      coll,
      {
        newRoot: expr,
      },
      o,
    );
  },
  $replaceRoot(coll, expr, o) {
    return coll.map((d) => {
      const v = ev(d, expr.newRoot, o);
      if (!isPlain(v))
        throw err(40228, "'newRoot' expression must evaluate to an object, but resulting value was: " + JSON.stringify(v ?? "MISSING"));
      return v;
    });
  },
  $facet(coll, expr, o) {
    const env = envOf(o);
    return coll.transform((docs) => {
      const out = {};
      for (const k of Object.keys(expr)) out[k] = runStages(env, docs, expr[k], o.local.variables ?? {});
      return Lazy([out]);
    });
  },
};
const evalIn = (d, e, c) => ev(d, e, c);
const nest = (r, v) =>
  r.length
    ? {
        [r[0]]: nest(r.slice(1), v),
      }
    : v;
const strip = (v) => {
  if (isPlain(v)) {
    const o = {};
    for (const k of Object.keys(v)) if (v[k] !== undefined) o[k] = strip(v[k]);
    return o;
  }
  return v;
};
function localValues(d, parts) {
  const out = [];
  const go = (v, i) => {
    if (i === parts.length) {
      if (Array.isArray(v)) for (const e of v) out.push(e ?? null);
      else out.push(v ?? null);
      return;
    }
    if (Array.isArray(v)) {
      for (const e of v) if (isPlain(e)) go(e, i);
      return;
    }
    go(isPlain(v) ? v[parts[i]] : undefined, i + 1);
  };
  go(d, 0);
  return out.length ? out : [null];
}
makeContext(STAGES);
/** Long constants in a pipeline become numbers where they are safe, regexes become JS ones: mingo knows only those. */ export function plainConsts(
  v,
) {
  if (Array.isArray(v)) return v.map(plainConsts);
  if (isLong(v)) return Number.isSafeInteger(v.toNumber()) ? v.toNumber() : v;
  if (isPlain(v)) {
    const o = {};
    for (const k of Object.keys(v)) o[k] = k === "$literal" ? v[k] : plainConsts(v[k]);
    return o;
  }
  return v;
}
export function runStages(env, docs, pipeline, vars) {
  if (!pipeline.length) return docs;
  for (const s of pipeline) checkStage(s);
  try {
    return new Aggregator(pipeline, {}).stream(docs, optionsFor(env, vars)).collect();
  } catch (e) {
    if (e instanceof MongoErr || !(e instanceof Error)) throw e;
    const m = /unregistered pipeline operator (\$\w+)/.exec(e.message);
    if (m) throw err(40324, `Unrecognized pipeline stage name: '${m[1]}'`);
    const x = /accumulator '(\$\w+)' is not registered/.exec(e.message);
    if (x) throw new MongoErr(168, "InvalidPipelineOperator", `Unrecognized expression '${x[1]}'`);
    const u = /Use of undefined variable: (\w+)/.exec(e.message);
    if (u) throw err(17276, `Use of undefined variable: ${u[1]}`);
    throw new MongoErr(2, "BadValue", e.message);
  }
}
const EXPR_STAGES = new Set(["$project", "$addFields", "$set", "$replaceRoot"]);
const UNSUPPORTED = new Set([
  "$changeStream",
  "$geoNear",
  "$search",
  "$searchMeta",
  "$vectorSearch",
  "$listSearchIndexes",
  "$rankFusion",
  "$scoreFusion",
]);
function checkStage(s) {
  if (!isPlain(s) || Object.keys(s).length !== 1) throw err(40323, "A pipeline stage specification object must contain exactly one field.");
  const k = Object.keys(s)[0];
  if (EXPR_STAGES.has(k) && isPlain(s[k]))
    for (const f of Object.keys(s[k])) {
      const v = s[k][f];
      if (k === "$project" && isPlain(v) && !Object.keys(v).some((x) => x[0] === "$")) continue;
      checkExpr(v);
    }
  if (k === "$match" && isPlain(s[k]) && s[k].$expr !== undefined) checkExpr(s[k].$expr);
  if (UNSUPPORTED.has(k))
    throw new MongoErr(
      k === "$changeStream" ? 40573 : 40324,
      k === "$changeStream" ? "Location40573" : "Location40324",
      `${k} is not supported by this server`,
    );
}
/** Runs a pipeline over a collection; leading $match, $sort, $skip and $limit use its indexes. */ export function runPipeline(
  env,
  name,
  pipeline,
  vars,
  hint,
  stats,
) {
  let coll = name === null ? null : (env.engine.coll(env.db, name, env.txn) ?? null);
  for (let n = 0; coll?.options.viewOn; n++) {
    if (n > 20) throw new MongoErr(165, "ViewDepthLimitExceeded", "View depth too deep or view cycle detected");
    pipeline = [...coll.options.pipeline, ...pipeline];
    coll = env.engine.coll(env.db, coll.options.viewOn, env.txn) ?? null;
  }
  if (pipeline[0]?.$documents !== undefined)
    return runStages(env, ev({}, pipeline[0].$documents, optionsFor(env, vars)), pipeline.slice(1), vars);
  const stages = pipeline.map(plainConsts);
  stages.forEach(checkStage);
  let i = 0,
    filter = {},
    sort,
    skip = 0,
    limit = 0;
  const ms = [];
  while (i < stages.length && isPlain(stages[i].$match)) ms.push(stages[i++].$match);
  if (ms.length)
    filter =
      ms.length === 1
        ? ms[0]
        : {
            $and: ms,
          };
  if (i < stages.length && isPlain(stages[i].$sort) && Object.keys(stages[i].$sort).length) sort = stages[i++].$sort;
  if (i < stages.length && isNum(stages[i].$skip)) skip = toDouble(stages[i++].$skip);
  if (i < stages.length && isNum(stages[i].$limit) && toDouble(stages[i].$limit) > 0) limit = toDouble(stages[i++].$limit);
  const mo = matchOptsOf(env, vars);
  // what countDocuments sends: no need to group
  const g = stages[i]?.$group;
  if (
    coll &&
    g &&
    i === stages.length - 1 &&
    equal(g, {
      _id: 1,
      n: {
        $sum: 1,
      },
    })
  ) {
    const n =
      Object.keys(filter).length || skip || limit || env.txn
        ? coll.find(
            sargable(filter, vars),
            {
              skip,
              limit,
              hint,
              txn: env.txn,
              match: mo,
              collation: env.collation,
            },
            stats,
          ).length
        : coll.records.size;
    return n
      ? [
          {
            _id: 1,
            n,
          },
        ]
      : [];
  }
  let hits;
  if (!coll) {
    compile(filter, mo);
    hits = [];
  } else
    hits = coll.find(
      sargable(filter, vars),
      {
        sort,
        skip,
        limit,
        hint,
        txn: env.txn,
        match: mo,
        collation: env.collation,
      },
      stats,
    );
  return runStages(
    env,
    hits.map((h) => normal(h.doc)),
    stages.slice(i),
    vars,
  );
}
/** A pipeline-style update of one document. */ export function pipelineUpdate(env, doc, pipeline, vars) {
  for (const s of pipeline) {
    checkStage(s);
    const k = Object.keys(s)[0];
    if (!["$set", "$addFields", "$unset", "$project", "$replaceRoot", "$replaceWith"].includes(k))
      throw new MongoErr(72, "InvalidOptions", `${k} is not allowed to be used within an update`);
  }
  const [out] = runStages(env, [doc], pipeline.map(plainConsts), vars);
  if (out._id === undefined && doc._id !== undefined) {
    const r = {
      _id: doc._id,
      ...out,
    };
    return {
      doc: r,
      changed: !equal(doc, r),
    };
  }
  if (doc._id !== undefined && !equal(doc._id, out._id))
    throw new MongoErr(66, "ImmutableField", "Performing an update on the path '_id' would modify the immutable field '_id'");
  return {
    doc: out,
    changed: !equal(doc, out),
  };
}
void arith;
void compare;
