import type { Evaluation } from "../../expressions/evaluation.ts";
import { compileProjection } from "../../projection/compile-projection.ts";
import { type Doc, isDoc, isOperatorDoc, own, setOwn } from "../../values/document.ts";
import { locationError } from "../../values/mongo-error.ts";
import { mapDocuments, type Stage } from "../stage.ts";

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
      const current = own(target, key);
      const within = (value: unknown): Doc => {
        const copy: Doc = isDoc(value) ? { ...value } : {};
        setInto(copy, expression, setter);
        return copy;
      };
      setOwn(target, key, Array.isArray(current) ? current.map(within) : within(current));
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
