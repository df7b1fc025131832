import { isNumeric, toDouble } from "../values/bson-types.ts";
import { type Doc, isDoc, own, setOwn } from "../values/document.ts";
import { locationError } from "../values/mongo-error.ts";
import { type ProjectionNode, type ProjectionSyntax, parseProjection } from "./projection-tree.ts";

export interface ProjectionOptions extends ProjectionSyntax {
  evaluate(document: Doc, expression: unknown): unknown;
}
export interface Projection {
  readonly positional: boolean;
  /** Returns a projected copy; `position` is the index of the array element that the filter matched, for `$`. */
  project(document: Doc, position?: number): Doc;
}

/** The context of projecting one document. */
interface Scope {
  readonly document: Doc;
  readonly position: number | undefined;
  evaluate(expression: unknown): unknown;
}

/** Compiles a projection; null if it is empty. Throws a MongoError for an invalid one. */
export function compileProjection(specification: unknown, options: ProjectionOptions): Projection | null {
  if (!isDoc(specification) || !Object.keys(specification).length) return null;
  const { root, including, positional, withoutId } = parseProjection(specification, options);
  if (!including) return { positional, project: (document) => exclude(document, root) as Doc };
  const idAction = root.children.get("_id")?.action?.kind;
  const copiesId = !withoutId && idAction !== "expression" && idAction !== "elemMatch";
  return {
    positional,
    project(document, position) {
      const projected: Doc = {};
      if (copiesId && "_id" in document) projected._id = document._id;
      const scope: Scope = { document, position, evaluate: (expression) => options.evaluate(document, expression) };
      include(document, root, projected, scope, true);
      return projected;
    },
  };
}

function slice(value: unknown, argument: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (isNumeric(argument)) {
    const count = toDouble(argument);
    return count >= 0 ? value.slice(0, count) : value.slice(count);
  }
  if (!Array.isArray(argument) || argument.length !== 2) throw locationError(28667, "Invalid $slice syntax");
  const [skip, limit] = argument.map(toDouble) as [number, number];
  if (limit <= 0) throw locationError(28724, "First argument to $slice must be a positive number");
  const from = skip < 0 ? Math.max(0, value.length + skip) : skip;
  return value.slice(from, from + limit);
}

function positionalElement(value: unknown, position: number | undefined): unknown {
  if (!Array.isArray(value)) return value;
  if (position === undefined)
    throw locationError(
      51246,
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    );
  return value[position] === undefined ? [] : [value[position]];
}

const hasExpression = (node: ProjectionNode): boolean =>
  [...node.children.values()].some((child) => child.action?.kind === "expression" || (!child.action && hasExpression(child)));

/** The projected value of an included field; undefined if nothing is included. */
function includedField(value: unknown, node: ProjectionNode, scope: Scope): unknown {
  const { action } = node;
  switch (action?.kind) {
    case undefined:
      return includedChild(value, node, scope);
    case "include":
      return value;
    case "slice":
      return slice(value, action.argument);
    case "positional":
      return positionalElement(value, scope.position);
    case "elemMatch": {
      const element = Array.isArray(value) ? value.find(action.test) : undefined;
      return element === undefined ? undefined : [element];
    }
    default:
      return undefined;
  }
}

function include(source: unknown, node: ProjectionNode, target: Doc, scope: Scope, top: boolean): void {
  if (isDoc(source)) {
    for (const key of Object.keys(source)) {
      const child = node.children.get(key);
      // the id was copied first, wherever it is in the document
      if (!child || (top && key === "_id" && child.action)) continue;
      const value = includedField(own(source, key), child, scope);
      if (value !== undefined) setOwn(target, key, value);
    }
  }
  for (const [key, child] of node.children) {
    if (child.action?.kind === "expression") {
      const value = scope.evaluate(child.action.expression);
      if (value === undefined) continue;
      delete target[key];
      setOwn(target, key, value);
    } else if (!child.action && hasExpression(child) && !(isDoc(source) && Object.hasOwn(source, key)))
      setOwn(target, key, includedDocument({}, child, scope));
  }
}

function includedDocument(source: Doc, node: ProjectionNode, scope: Scope): Doc {
  const target: Doc = {};
  include(source, node, target, scope, false);
  return target;
}

function includedChild(value: unknown, node: ProjectionNode, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((element) => includedChild(element, node, scope)).filter((element) => element !== undefined);
  if (isDoc(value)) return includedDocument(value, node, scope);
  return hasExpression(node) ? includedDocument({}, node, scope) : undefined;
}

function exclude(value: unknown, node: ProjectionNode): unknown {
  if (Array.isArray(value)) return value.map((element) => exclude(element, node));
  if (!isDoc(value)) return value;
  const target: Doc = {};
  for (const key of Object.keys(value)) {
    const child = node.children.get(key);
    const field = own(value, key);
    if (!child || child.action?.kind === "include") setOwn(target, key, field);
    else if (child.action?.kind === "slice") setOwn(target, key, slice(field, child.action.argument));
    else if (!child.action) setOwn(target, key, exclude(field, child));
  }
  return target;
}
