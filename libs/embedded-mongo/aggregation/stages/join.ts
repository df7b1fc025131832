import { collectionOf } from "../../engine/catalog.ts";
import { findRecords } from "../../engine/find-records.ts";
import { isRegex } from "../../values/bson-types.ts";
import { type Doc, isDigits, isDoc, own, setOwn, withPath } from "../../values/document.ts";
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

/** The matching documents of a collection. */
function foreignDocuments(from: string, filter: Doc, { environment, evaluation }: StageScope): Doc[] {
  const { engine, database, transaction, interruption } = environment;
  const collection = collectionOf(engine, database, from, transaction);
  if (!collection) return [];
  const options = { transaction, match: matchOptionsIn(environment, evaluation.variables), interruption };
  return findRecords(collection, filter, options).map((hit) => hit.document);
}

export const lookup: Stage = (documents, argument, scope) => {
  const { localField, foreignField, as, let: bindings, pipeline } = argument as Doc;
  const from = String((argument as Doc).from);
  const { evaluation } = scope;
  const asParts = String(as).split(".");
  const bound = isDoc(bindings) ? Object.keys(bindings).map((name) => ({ name, compute: evaluation.compile(bindings[name]) })) : [];
  return mapDocuments(documents, (document) => {
    const filter = localField === undefined ? null : foreignFilter(String(foreignField), localValues(document, String(localField)));
    if (!Array.isArray(pipeline)) return withPath(document, asParts, foreignDocuments(from, filter ?? {}, scope));
    const variables: Doc = { ...evaluation.variables };
    for (const { name, compute } of bound) setOwn(variables, name, compute(document));
    return withPath(document, asParts, scope.runPipeline(from, filter ? [{ $match: filter }, ...pipeline] : pipeline, variables));
  });
};

export const unionWith: Stage = (documents, argument, scope) =>
  deferred(function* () {
    const { coll, pipeline } = isDoc(argument) ? argument : { coll: argument, pipeline: [] };
    yield* documents;
    yield* scope.runPipeline(String(coll), Array.isArray(pipeline) ? pipeline : [], scope.evaluation.variables);
  });
