import { type Doc, isDoc, own, setOwn } from "../values/document.ts";
import { type ProjectionNode, type ProjectionSyntax, parseProjection } from "./projection-tree.ts";

/** Returns a projected copy of a document. */
export type Projection = (document: Doc) => Doc;

/** Compiles a projection; null if it is empty. Throws a MongoError for an invalid one. */
export function compileProjection(specification: unknown, syntax: ProjectionSyntax): Projection | null {
  if (!isDoc(specification) || !Object.keys(specification).length) return null;
  const { root, including, withoutId } = parseProjection(specification, syntax);
  if (!including) return (document) => exclude(document, root) as Doc;
  const copiesId = !withoutId && root.children.get("_id")?.action?.kind !== "expression";
  return (document) => {
    const projected: Doc = {};
    if (copiesId && "_id" in document) projected._id = document._id;
    include(document, root, projected, document, true);
    return projected;
  };
}

const hasExpression = (node: ProjectionNode): boolean =>
  [...node.children.values()].some((child) => child.action?.kind === "expression" || (!child.action && hasExpression(child)));

/** The projected value of an included field; undefined if nothing is included. */
function includedField(value: unknown, node: ProjectionNode, root: Doc): unknown {
  if (!node.action) return includedChild(value, node, root);
  return node.action.kind === "include" ? value : undefined;
}

function include(source: unknown, node: ProjectionNode, target: Doc, root: Doc, top: boolean): void {
  if (isDoc(source)) {
    for (const key of Object.keys(source)) {
      const child = node.children.get(key);
      // the id was copied first, wherever it is in the document
      if (!child || (top && key === "_id" && child.action)) continue;
      const value = includedField(own(source, key), child, root);
      if (value !== undefined) setOwn(target, key, value);
    }
  }
  for (const [key, child] of node.children) {
    if (child.action?.kind === "expression") {
      const value = child.action.compute(root);
      if (value === undefined) continue;
      delete target[key];
      setOwn(target, key, value);
    } else if (!child.action && hasExpression(child) && !(isDoc(source) && Object.hasOwn(source, key)))
      setOwn(target, key, includedDocument({}, child, root));
  }
}

function includedDocument(source: Doc, node: ProjectionNode, root: Doc): Doc {
  const target: Doc = {};
  include(source, node, target, root, false);
  return target;
}

function includedChild(value: unknown, node: ProjectionNode, root: Doc): unknown {
  if (Array.isArray(value)) return value.map((element) => includedChild(element, node, root)).filter((element) => element !== undefined);
  if (isDoc(value)) return includedDocument(value, node, root);
  return hasExpression(node) ? includedDocument({}, node, root) : undefined;
}

function exclude(value: unknown, node: ProjectionNode): unknown {
  if (Array.isArray(value)) return value.map((element) => exclude(element, node));
  if (!isDoc(value)) return value;
  const target: Doc = {};
  for (const key of Object.keys(value)) {
    const child = node.children.get(key);
    const field = own(value, key);
    if (!child || child.action?.kind === "include") setOwn(target, key, field);
    else if (!child.action) setOwn(target, key, exclude(field, child));
  }
  return target;
}
