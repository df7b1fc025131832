import { FieldPaths } from "../store/decode-fields.ts";
import { type Doc, isDoc } from "../values/document.ts";

const BRANCHES = new Set(["$and", "$or", "$nor"]);

/** The paths that a filter reads; null if it may read others too, as `$expr` does. */
export function filterPaths(filter: Doc): FieldPaths | null {
  const paths = new Set<string>();
  return collect(filter, paths) ? new FieldPaths(paths) : null;
}

function collect(filter: Doc, paths: Set<string>): boolean {
  for (const key of Object.keys(filter)) {
    const condition = filter[key];
    if (key[0] !== "$") paths.add(key);
    else if (BRANCHES.has(key) && Array.isArray(condition)) {
      if (!condition.every((branch) => isDoc(branch) && collect(branch, paths))) return false;
    } else return false;
  }
  return true;
}
