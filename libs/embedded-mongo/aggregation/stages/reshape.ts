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
  const projection = compileProjection(argument, { find: false, match: {}, evaluate: evaluation.evaluate });
  if (!projection) throw locationError(51272, "Invalid $project :: caused by :: projection specification must have at least one field");
  return mapDocuments(documents, (document) => projection.project(document));
};

export const unset: Stage = (documents, argument, scope) => {
  const fields = Array.isArray(argument) ? argument : [argument];
  return project(documents, Object.fromEntries(fields.map((field) => [String(field), 0])), scope);
};

const nested = (parts: readonly string[], value: unknown): unknown => {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  const holder: Doc = {};
  setOwn(holder, part, nested(rest, value));
  return holder;
};

interface FieldSetter {
  readonly evaluation: Evaluation;
  readonly document: Doc;
}

function setInto(target: Doc, fields: Doc, setter: FieldSetter): void {
  for (const key of Object.keys(fields)) {
    const expression = own(fields, key);
    if (isDoc(expression) && Object.keys(expression).length && !isOperatorDoc(expression)) {
      const within = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(within);
        const copy: Doc = isDoc(value) ? { ...value } : {};
        setInto(copy, expression, setter);
        return copy;
      };
      setOwn(target, key, within(own(target, key)));
      continue;
    }
    const value = setter.evaluation.evaluate(setter.document, expression);
    if (value === undefined) delete target[key];
    else setOwn(target, key, value);
  }
}

export const addFields: Stage = (documents, argument, { evaluation }) => {
  const specification = argument as Doc;
  return mapDocuments(documents, (document) => {
    const changed: Doc = { ...document };
    for (const path of Object.keys(specification)) {
      const [first = "", ...rest] = path.split(".");
      const fields: Doc = {};
      setOwn(fields, first, nested(rest, own(specification, path)));
      setInto(changed, fields, { evaluation, document });
    }
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

export const replaceWith: Stage = (documents, argument, scope) => replaceRoot(documents, { newRoot: argument }, scope);

export const redact: Stage = (documents, argument, { evaluation }) => {
  const keep = (document: Doc): Doc | undefined => {
    const decision = evaluation.evaluate(document, argument);
    if (decision === "$$KEEP") return document;
    if (decision === "$$PRUNE") return undefined;
    if (decision !== "$$DESCEND")
      throw locationError(17053, "$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE");
    const kept: Doc = {};
    for (const key of Object.keys(document)) {
      const value = keepValue(own(document, key));
      if (value !== undefined) setOwn(kept, key, value);
    }
    return kept;
  };
  const keepValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(keepValue).filter((element) => element !== undefined);
    return isDoc(value) ? keep(value) : value;
  };
  return mapDocuments(documents, keep);
};
