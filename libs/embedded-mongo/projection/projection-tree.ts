import { checkExpression } from "../expressions/check-expression.ts";
import { KNOWN_OPERATORS } from "../expressions/mingo-context.ts";
import { compileElementTest } from "../matcher/compile-filter.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import { isNumeric, truthy } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { locationError } from "../values/mongo-error.ts";

/** The action of a projection on the field at the end of a path. */
export type ProjectionAction =
  | { readonly kind: "include" | "exclude" | "positional" }
  | { readonly kind: "expression"; readonly expression: unknown }
  | { readonly kind: "slice"; readonly argument: unknown }
  | { readonly kind: "elemMatch"; readonly test: (element: unknown) => boolean };

export interface ProjectionNode {
  readonly children: Map<string, ProjectionNode>;
  action?: ProjectionAction;
}

export interface ProjectionTree {
  readonly root: ProjectionNode;
  readonly including: boolean;
  readonly positional: boolean;
  readonly withoutId: boolean;
}

interface Modes {
  inclusion: boolean;
  exclusion: boolean;
  computed: boolean;
  positional: boolean;
  id?: boolean;
}

export interface ProjectionSyntax {
  /** Whether this is a projection of find, which has `$slice`, `$elemMatch` and `$`, rather than of `$project`. */
  readonly find: boolean;
  readonly match: MatchOptions;
}

const newNode = (): ProjectionNode => ({ children: new Map() });
const REFERENCE = new Set(["$ref", "$id", "$db"]);

function addAction(root: ProjectionNode, path: string, action: ProjectionAction, find: boolean): void {
  const parts = path.split(".");
  if (parts.includes("")) throw locationError(40352, "FieldPath cannot be constructed with empty string");
  let node = root;
  for (const [index, part] of parts.entries()) {
    if (part[0] === "$" && !(find && REFERENCE.has(part)))
      throw locationError(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    let child = node.children.get(part);
    if (!child) {
      child = newNode();
      node.children.set(part, child);
    }
    if (child.action && index < parts.length - 1)
      throw locationError(31249, `Path collision at ${path} remaining portion ${parts.slice(index + 1).join(".")}`);
    node = child;
  }
  if (node.action || node.children.size) throw locationError(31250, `Path collision at ${path}`);
  node.action = action;
}

function includeOrExclude(path: string, on: boolean, modes: Modes): ProjectionAction {
  if (path === "_id") {
    modes.id = on;
    return { kind: on ? "include" : "exclude" };
  }
  if (on && modes.exclusion) throw locationError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
  if (!on && modes.inclusion) throw locationError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
  if (on) modes.inclusion = true;
  else modes.exclusion = true;
  return { kind: on ? "include" : "exclude" };
}

/** The action for an operator document; null for a nested projection. */
function operatorAction(path: string, value: Doc, modes: Modes, { find, match }: ProjectionSyntax): ProjectionAction | null {
  const operator = firstKey(value);
  if (operator === undefined)
    throw locationError(51270, `An empty sub-projection is not a valid value. Found empty object at path ${path}`);
  const { $slice } = value;
  if (find && operator === "$slice" && (isNumeric($slice) || (Array.isArray($slice) && $slice.every(isNumeric))))
    return { kind: "slice", argument: $slice };
  if (operator[0] !== "$") return null;
  if (operator === "$meta") {
    modes.computed = true;
    return { kind: "expression", expression: null };
  }
  if (find && operator === "$elemMatch") {
    if (modes.exclusion) throw locationError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
    modes.computed = true;
    return { kind: "elemMatch", test: compileElementTest(value.$elemMatch, match) };
  }
  if (!KNOWN_OPERATORS.has(operator)) throw locationError(31325, `Unknown expression ${operator}`);
  checkExpression(value);
  modes.computed = true;
  if (modes.exclusion) throw locationError(31252, "Cannot use an expression in an exclusion projection");
  return { kind: "expression", expression: value };
}

/** Parses a projection; throws a MongoError for an invalid one. */
export function parseProjection(specification: Doc, syntax: ProjectionSyntax): ProjectionTree {
  const root = newNode();
  const modes: Modes = { inclusion: false, exclusion: false, computed: false, positional: false };
  const visit = (fields: Doc, prefix: string): void => {
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      const path = prefix + key;
      const add = (action: ProjectionAction, at = path) => addAction(root, at, action, syntax.find);
      if (syntax.find && key.endsWith(".$") && !prefix) {
        modes.positional = true;
        modes.inclusion = true;
        add({ kind: "positional" }, key.slice(0, -2));
      } else if (typeof value === "boolean" || isNumeric(value)) add(includeOrExclude(path, truthy(value), modes));
      else if (isDoc(value)) {
        const action = operatorAction(path, value, modes, syntax);
        if (action) add(action);
        else visit(value, `${path}.`);
      } else {
        modes.computed = true;
        add({ kind: "expression", expression: value });
      }
    }
  };
  visit(specification, "");
  const including = modes.inclusion || modes.computed || (modes.id === true && !modes.exclusion);
  return { root, including, positional: modes.positional, withoutId: modes.id === false };
}
