/** Projections of find, findAndModify and $project. */ import { compile, elemTest, truthy } from "./matcher.js";
import { bad, clone, isNum, isPlain, MongoErr, toDouble } from "./values.js";

const node = () => ({
  kids: new Map(),
});
export function compileProjection(spec, o) {
  if (!spec || !Object.keys(spec).length) return null;
  const root = node();
  let inc = false,
    exc = false,
    computed = false,
    positional = false;
  let idMode;
  const add = (path, n) => {
    const parts = path.split(".");
    if (parts.some((p) => p === "")) throw new MongoErr(40352, "Location40352", "FieldPath cannot be constructed with empty string");
    let at = root;
    for (let i = 0; i < parts.length; i++) {
      const p = parts[i];
      if (p[0] === "$" && !(o.find && ["$ref", "$id", "$db"].includes(p)))
        throw new MongoErr(16410, "Location16410", `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
      let k = at.kids.get(p);
      if (!k) at.kids.set(p, (k = node()));
      if (k.kind && i < parts.length - 1)
        throw new MongoErr(31249, "Location31249", `Path collision at ${path} remaining portion ${parts.slice(i + 1).join(".")}`);
      at = k;
    }
    if (at.kind || at.kids.size) throw new MongoErr(31250, "Location31250", `Path collision at ${path}`);
    Object.assign(at, n);
  };
  const visit = (s, prefix) => {
    for (const k of Object.keys(s)) {
      const v = s[k],
        path = prefix + k;
      if (o.find && k.endsWith(".$") && !prefix) {
        positional = true;
        inc = true;
        add(k.slice(0, -2), {
          kind: "pos",
        });
        continue;
      }
      if (typeof v === "boolean" || isNum(v)) {
        const on = truthy(v);
        if (path === "_id") {
          idMode = on;
          add(path, {
            kind: on ? "inc" : "exc",
          });
          continue;
        }
        if (on) {
          if (exc) throw new MongoErr(31253, "Location31253", `Cannot do inclusion on field ${path} in exclusion projection`);
          inc = true;
        } else {
          if (inc) throw new MongoErr(31254, "Location31254", `Cannot do exclusion on field ${path} in inclusion projection`);
          exc = true;
        }
        add(path, {
          kind: on ? "inc" : "exc",
        });
      } else if (isPlain(v)) {
        const k0 = Object.keys(v)[0];
        if (k0 === undefined)
          throw new MongoErr(51270, "Location51270", "An empty sub-projection is not a valid value. Found empty object at path");
        if (o.find && k0 === "$slice" && (isNum(v.$slice) || (Array.isArray(v.$slice) && v.$slice.every(isNum)))) {
          add(path, {
            kind: "slice",
            arg: v.$slice,
          });
          continue;
        }
        if (o.find && k0 === "$elemMatch") {
          if (exc) throw new MongoErr(31253, "Location31253", `Cannot do inclusion on field ${path} in exclusion projection`);
          computed = true;
          add(path, {
            kind: "elem",
            test: elemTest(v.$elemMatch, o.match),
          });
          continue;
        }
        if (k0 === "$meta") {
          computed = true;
          add(path, {
            kind: "expr",
            arg: null,
          });
          continue;
        }
        if (k0[0] === "$") {
          computed = true;
          if (exc) throw new MongoErr(31252, "Location31252", "Cannot use an expression in an exclusion projection");
          add(path, {
            kind: "expr",
            arg: v,
          });
          continue;
        }
        visit(v, path + ".");
      } else {
        computed = true;
        add(path, {
          kind: "expr",
          arg: v,
        });
      }
    }
  };
  visit(spec, "");
  const onlyElemLike = computed && !inc && !exc;
  const including = inc || computed || (idMode === true && !exc);
  void onlyElemLike;
  const project = including
    ? (d, pos) => {
        const out = {};
        if (idMode !== false && "_id" in d && !root.kids.get("_id")?.kind?.match(/expr|elem/)) out._id = d._id;
        include(d, root, out, d, pos, true);
        return out;
      }
    : (d) => excludeNode(d, root);
  function include(src, n, out, rootDoc, pos, top) {
    if (isPlain(src)) {
      for (const k of Object.keys(src)) {
        if (top && k === "_id") {
          const c = n.kids.get("_id");
          if (c && c.kids.size) {
            const v = includeChild(src[k], c, rootDoc, pos);
            if (v !== undefined) out[k] = v;
          }
          continue;
        }
        const c = n.kids.get(k);
        if (!c) continue;
        if (c.kind === "inc") out[k] = src[k];
        else if (c.kind === "slice") out[k] = slice(src[k], c.arg);
        else if (c.kind === "pos") {
          const v = src[k];
          if (Array.isArray(v)) {
            if (pos === undefined)
              throw new MongoErr(
                51246,
                "Location51246",
                "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
              );
            out[k] = v[pos] === undefined ? [] : [v[pos]];
          } else out[k] = v;
        } else if (c.kind === "elem") {
          if (Array.isArray(src[k])) {
            const hit = src[k].find((x) => c.test(x));
            if (hit !== undefined) out[k] = [hit];
          }
        } else if (!c.kind) {
          const v = includeChild(src[k], c, rootDoc, pos);
          if (v !== undefined) out[k] = v;
        }
      }
    }
    for (const [k, c] of n.kids) {
      if (c.kind === "expr") {
        const v = o.evalExpr(rootDoc, c.arg);
        if (v !== undefined) {
          delete out[k];
          out[k] = v;
        }
      } else if (!c.kind && hasExpr(c) && !(isPlain(src) && k in src)) {
        const sub = {};
        include({}, c, sub, rootDoc, pos, false);
        out[k] = sub;
      }
    }
  }
  function includeChild(v, c, rootDoc, pos) {
    if (Array.isArray(v)) return v.map((x) => includeChild(x, c, rootDoc, pos)).filter((x) => x !== undefined);
    if (isPlain(v)) {
      const sub = {};
      include(v, c, sub, rootDoc, pos, false);
      return sub;
    }
    if (hasExpr(c)) {
      const sub = {};
      include({}, c, sub, rootDoc, pos, false);
      return sub;
    }
    return undefined;
  }
  return {
    project,
    positional,
  };
}
const hasExpr = (n) => [...n.kids.values()].some((c) => c.kind === "expr" || (!c.kind && hasExpr(c)));
function excludeNode(v, n) {
  if (Array.isArray(v)) return v.map((x) => excludeNode(x, n));
  if (!isPlain(v)) return v;
  const out = {};
  for (const k of Object.keys(v)) {
    const c = n.kids.get(k);
    if (!c || c.kind === "inc") out[k] = v[k];
    else if (c.kind === "exc") continue;
    else if (c.kind === "slice") out[k] = slice(v[k], c.arg);
    else out[k] = excludeNode(v[k], c);
  }
  return out;
}
function slice(v, arg) {
  if (!Array.isArray(v)) return v;
  if (isNum(arg)) {
    const n = toDouble(arg);
    return n >= 0 ? v.slice(0, n) : v.slice(n);
  }
  if (arg.length !== 2) throw new MongoErr(28667, "Location28667", "Invalid $slice syntax");
  const s = toDouble(arg[0]),
    l = toDouble(arg[1]);
  if (l <= 0) throw new MongoErr(28724, "Location28724", "First argument to $slice must be a positive number");
  const from = s < 0 ? Math.max(0, v.length + s) : s;
  return v.slice(from, from + l);
}
void bad;
void clone;
void compile;
