import { collectionOf } from "../../engine/catalog.ts";
import { findRecords } from "../../engine/find-records.ts";
import { compileFilter } from "../../matcher/compile-filter.ts";
import { isNumeric, isRegex, toDouble } from "../../values/bson-types.ts";
import { type Doc, isDigits, isDoc, own, setOwn, withPath } from "../../values/document.ts";
import { indexKey } from "../../values/index-key.ts";
import { matchOptionsIn } from "../environment.ts";
import { deferred, mapDocuments, type Stage, type StageScope } from "../stage.ts";

/** The values of a local field for an equality match with the foreign field; null if there is none. */
function localValues(document: Doc, path: string): unknown[] {
  const parts = path.split(".");
  const found: unknown[] = [];
  const collect = (value: unknown, depth: number): void => {
    const part = parts[depth];
    if (value === undefined) return;
    if (part === undefined) found.push(...(Array.isArray(value) ? value.map((element) => element ?? null) : [value]));
    else if (isDoc(value)) collect(own(value, part), depth + 1);
    else if (!Array.isArray(value)) return;
    else if (isDigits(part)) collect(value[Number(part)], depth + 1);
    else for (const element of value) if (isDoc(element)) collect(element, depth);
  };
  collect(document, 0);
  return found.length ? found : [null];
}

/** A filter for equality with any of the values; a regular expression is compared as a value, not matched as a pattern. */
function foreignFilter(foreignField: string, values: readonly unknown[]): Doc {
  const equals = (condition: unknown): Doc => {
    const filter: Doc = {};
    setOwn(filter, foreignField, condition);
    return filter;
  };
  if (values.length === 1) return equals({ $eq: values[0] });
  return values.some(isRegex) ? { $or: values.map((value) => equals({ $eq: value })) } : equals({ $in: values });
}

/** The matching documents of a collection or view. */
function foreignDocuments(from: string, filter: Doc, scope: StageScope): Doc[] {
  const { environment, evaluation } = scope;
  const collection = collectionOf(environment.engine, environment.database, from, environment.transaction);
  if (!collection) return [];
  if (collection.options.viewOn) return scope.runPipeline(from, [{ $match: filter }], evaluation.variables);
  const options = {
    transaction: environment.transaction,
    match: matchOptionsIn(environment, evaluation.variables),
    collation: environment.collation,
    interruption: environment.interruption,
  };
  return findRecords(collection, filter, options).map((hit) => hit.document);
}

export const lookup: Stage = (documents, argument, scope) => {
  const { from, localField, foreignField, as, let: bindings, pipeline } = argument as Doc;
  const { evaluation } = scope;
  const asParts = String(as).split(".");
  const bound = isDoc(bindings) ? Object.keys(bindings).map((name) => ({ name, compute: evaluation.compile(bindings[name]) })) : [];
  return mapDocuments(documents, (document) => {
    const filter = localField === undefined ? null : foreignFilter(String(foreignField), localValues(document, String(localField)));
    if (!Array.isArray(pipeline)) return withPath(document, asParts, foreignDocuments(String(from), filter ?? {}, scope));
    const variables: Doc = { ...evaluation.variables };
    for (const { name, compute } of bound) setOwn(variables, name, compute(document));
    const stages = filter ? [{ $match: filter }, ...pipeline] : pipeline;
    return withPath(document, asParts, scope.runPipeline(typeof from === "string" ? from : null, stages, variables));
  });
};

export const graphLookup: Stage = (documents, argument, scope) => {
  const { from, startWith, connectFromField, connectToField, as, maxDepth, depthField, restrictSearchWithMatch } = argument as Doc;
  const start = scope.evaluation.compile(startWith);
  const allowed = isDoc(restrictSearchWithMatch)
    ? compileFilter(restrictSearchWithMatch, matchOptionsIn(scope.environment, scope.evaluation.variables))
    : () => true;
  const deepest = isNumeric(maxDepth) ? toDouble(maxDepth) : Number.POSITIVE_INFINITY;
  return mapDocuments(documents, (document) => {
    const found = new Map<string, Doc>();
    const first = start(document);
    let frontier: unknown[] = Array.isArray(first) ? first : [first ?? null];
    for (let depth = 0; frontier.length && depth <= deepest; depth++) {
      const next: unknown[] = [];
      for (const reached of foreignDocuments(String(from), foreignFilter(String(connectToField), frontier), scope)) {
        const key = indexKey(reached._id);
        if (found.has(key) || !allowed(reached)) continue;
        found.set(key, typeof depthField === "string" ? withPath(reached, depthField.split("."), depth) : reached);
        next.push(...localValues(reached, String(connectFromField)).filter((value) => value !== null));
      }
      frontier = next;
    }
    return withPath(document, String(as).split("."), [...found.values()]);
  });
};

export const unionWith: Stage = (documents, argument, scope) =>
  deferred(function* () {
    const { coll, pipeline } = isDoc(argument) ? argument : { coll: argument, pipeline: [] };
    yield* documents;
    yield* scope.runPipeline(typeof coll === "string" ? coll : null, Array.isArray(pipeline) ? pipeline : [], scope.evaluation.variables);
  });

export const facet: Stage = (documents, argument, scope) =>
  deferred(() => {
    const all = [...documents];
    const result: Doc = {};
    const branches = argument as Doc;
    for (const name of Object.keys(branches)) setOwn(result, name, scope.runStages(all, branches[name] as unknown[]));
    return [result];
  });
