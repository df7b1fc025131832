import { EXPRESSION_OPERATORS } from "../expressions/compile-expression.ts";
import type { Compiled } from "../expressions/operator.ts";
import { isNumeric, truthy } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { locationError, MongoError } from "../values/mongo-error.ts";

/** The action of a projection on the field at the end of a path. */
export type ProjectionAction = { readonly kind: "include" | "exclude" } | { readonly kind: "expression"; readonly compute: Compiled };

export interface ProjectionNode {
  readonly children: Map<string, ProjectionNode>;
  action?: ProjectionAction;
}

export interface ProjectionTree {
  readonly root: ProjectionNode;
  readonly including: boolean;
  readonly withoutId: boolean;
}

interface Modes {
  inclusion: boolean;
  exclusion: boolean;
  computed: boolean;
  id?: boolean;
}

export interface ProjectionSyntax {
  /** Whether this is a projection of find rather than of `$project`. */
  readonly find: boolean;
  compile(expression: unknown): Compiled;
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

/** Refuses the features that MongoDB has only for projections of find. */
function refuseOfFind(path: string, value: unknown): void {
  const { $slice, $elemMatch } = isDoc(value) ? value : {};
  const isSlice = isNumeric($slice) || (Array.isArray($slice) && $slice.every(isNumeric));
  if (path.endsWith(".$") || $elemMatch !== undefined || isSlice)
    throw new MongoError(238, "NotImplemented", `projections of selected array elements are not supported by this server: '${path}'`);
}

/** The action for an operator document; null for a nested projection. */
function operatorAction(path: string, value: Doc, modes: Modes, { compile }: ProjectionSyntax): ProjectionAction | null {
  const operator = firstKey(value);
  if (operator === undefined)
    throw locationError(51270, `An empty sub-projection is not a valid value. Found empty object at path ${path}`);
  if (operator[0] !== "$") return null;
  if (!EXPRESSION_OPERATORS.has(operator)) throw locationError(31325, `Unknown expression ${operator}`);
  const compute = compile(value);
  modes.computed = true;
  if (modes.exclusion) throw locationError(31252, "Cannot use an expression in an exclusion projection");
  return { kind: "expression", compute };
}

/** Parses a projection; throws a MongoError for an invalid one. */
export function parseProjection(specification: Doc, syntax: ProjectionSyntax): ProjectionTree {
  const root = newNode();
  const modes: Modes = { inclusion: false, exclusion: false, computed: false };
  const visit = (fields: Doc, prefix: string): void => {
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      const path = prefix + key;
      const add = (action: ProjectionAction) => addAction(root, path, action, syntax.find);
      if (syntax.find) refuseOfFind(path, value);
      if (typeof value === "boolean" || isNumeric(value)) add(includeOrExclude(path, truthy(value), modes));
      else if (isDoc(value)) {
        const action = operatorAction(path, value, modes, syntax);
        if (action) add(action);
        else visit(value, `${path}.`);
      } else {
        modes.computed = true;
        add({ kind: "expression", compute: syntax.compile(value) });
      }
    }
  };
  visit(specification, "");
  const including = modes.inclusion || modes.computed || (modes.id === true && !modes.exclusion);
  return { root, including, withoutId: modes.id === false };
}
