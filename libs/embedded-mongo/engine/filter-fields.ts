import { FieldNames } from "../store/decode-fields.ts";
import { type Doc, isDoc } from "../values/document.ts";

const BRANCHES = new Set(["$and", "$or", "$nor"]);

/** The top-level fields that a filter looks at; null if it may look at others too, as `$expr` does. */
export function filterFields(filter: Doc): FieldNames | null {
  const names = new Set<string>();
  return collect(filter, names) ? new FieldNames(names) : null;
}

function collect(filter: Doc, names: Set<string>): boolean {
  for (const key of Object.keys(filter)) {
    const condition = filter[key];
    if (key[0] !== "$") names.add(key.split(".", 1)[0] ?? key);
    else if (BRANCHES.has(key) && Array.isArray(condition)) {
      if (!condition.every((branch) => isDoc(branch) && collect(branch, names))) return false;
    } else if (key !== "$comment") return false;
  }
  return true;
}
