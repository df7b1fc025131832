import type { Evaluation } from "../../expressions/evaluation.ts";
import { compileProjection } from "../../projection/compile-projection.ts";
import { type Doc, isDoc, isOperatorDoc, own, setOwn, withPath } from "../../values/document.ts";
import { locationError } from "../../values/mongo-error.ts";
import { deferred, mapDocuments, PAUSE, type Stage } from "../stage.ts";

/** The value at a path through documents only; `$unwind` does not enter arrays on the path. */
function plainPath(document: Doc, parts: readonly string[]): unknown {
  let value: unknown = document;
  for (const part of parts) value = isDoc(value) ? own(value, part) : undefined;
  return value;
}

export const unwind: Stage = (documents, argument) => {
  const options = isDoc(argument) ? argument : { path: argument };
  const parts = String(options.path).slice(1).split(".");
  const keepsEmpty = options.preserveNullAndEmptyArrays === true;
  const indexParts = typeof options.includeArrayIndex === "string" ? options.includeArrayIndex.split(".") : null;
  const withIndex = (document: Doc, index: number | null): Doc => (indexParts ? withPath(document, indexParts, index) : document);
  return deferred(function* () {
    for (const document of documents) {
      if (document === PAUSE) {
        yield PAUSE;
        continue;
      }
      const value = plainPath(document, parts);
      if (!Array.isArray(value)) {
        if (keepsEmpty || (value !== null && value !== undefined)) yield withIndex(document, null);
      } else if (!value.length) {
        if (keepsEmpty) yield withIndex(withPath(document, parts, undefined), null);
      } else for (const [index, element] of value.entries()) yield withIndex(withPath(document, parts, element), index);
    }
  });
};

export const project: Stage = (documents, argument, { evaluation }) => {
  const projection = compileProjection(argument, { find: false, compile: evaluation.compile });
  if (!projection) throw locationError(51272, "Invalid $project :: caused by :: projection specification must have at least one field");
  return mapDocuments(documents, projection);
};

export const unset: Stage = (documents, argument, scope) => {
  const fields = Array.isArray(argument) ? argument : [argument];
  return project(documents, Object.fromEntries(fields.map((field) => [String(field), 0])), scope);
};

/** Sets one field, as a stage specifies it, in a copy of the document that holds it. */
type FieldSetter = (target: Doc, root: Doc) => void;

function compileSetter(path: readonly string[], expression: unknown, evaluation: Evaluation): FieldSetter {
  const [key = "", ...rest] = path;
  if (rest.length) return withinField(key, [compileSetter(rest, expression, evaluation)]);
  if (isDoc(expression) && Object.keys(expression).length && !isOperatorDoc(expression))
    return withinField(
      key,
      Object.keys(expression).map((name) => compileSetter([name], own(expression, name), evaluation)),
    );
  const compute = evaluation.compile(expression);
  return (target, root) => {
    const value = compute(root);
    if (value === undefined) delete target[key];
    else setOwn(target, key, value);
  };
}

/** Sets fields of the document in a field, or of each element of the array there. Any other value becomes a document. */
function withinField(key: string, setters: readonly FieldSetter[]): FieldSetter {
  return (target, root) => {
    const within = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(within);
      const copy: Doc = isDoc(value) ? { ...value } : {};
      for (const set of setters) set(copy, root);
      return copy;
    };
    setOwn(target, key, within(own(target, key)));
  };
}

export const set: Stage = (documents, argument, { evaluation }) => {
  const fields = argument as Doc;
  const setters = Object.keys(fields).map((path) => compileSetter(path.split("."), own(fields, path), evaluation));
  return mapDocuments(documents, (document) => {
    const changed: Doc = { ...document };
    for (const apply of setters) apply(changed, document);
    return changed;
  });
};

export const replaceRoot: Stage = (documents, argument, { evaluation }) => {
  const root = evaluation.compile((argument as Doc).newRoot);
  return mapDocuments(documents, (document) => {
    const value = root(document);
    if (!isDoc(value))
      throw locationError(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was: ${JSON.stringify(value ?? "MISSING")}`,
      );
    return value;
  });
};
