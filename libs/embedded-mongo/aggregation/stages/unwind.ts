import { type Doc, isDoc, own, withPath } from "../../values/document.ts";
import { deferred, type Stage } from "../stage.ts";

/** The value at a path that only documents lead to: `$unwind` does not look into arrays on the way. */
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
  const numbered = (document: Doc, index: number | null): Doc => (indexParts ? withPath(document, indexParts, index) : document);
  return deferred(function* () {
    for (const document of documents) {
      const value = plainPath(document, parts);
      if (!Array.isArray(value)) {
        if (keepsEmpty || (value !== null && value !== undefined)) yield numbered(document, null);
      } else if (!value.length) {
        if (keepsEmpty) yield numbered(withPath(document, parts, undefined), null);
      } else for (const [index, element] of value.entries()) yield numbered(withPath(document, parts, element), index);
    }
  });
};
