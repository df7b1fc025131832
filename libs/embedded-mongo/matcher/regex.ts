import type { BSONRegExp } from "bson";
import { isRegex } from "../values/bson-types.ts";
import { regexParts } from "../values/compare.ts";
import { locationError } from "../values/mongo-error.ts";

/** The JavaScript expression for a pattern in any of the forms a filter may have; an inline flag group at its start is honoured. */
export function toRegExp(pattern: unknown, options?: unknown): RegExp {
  let [source, flags] = isRegex(pattern) ? regexParts(pattern as RegExp | BSONRegExp) : [String(pattern), ""];
  if (options !== undefined && options !== null) flags = String(options);
  const inline = /^\(\?([imsx]+)\)/.exec(source);
  if (inline) {
    source = source.slice(inline[0].length);
    flags += inline[1] ?? "";
  }
  if (flags.includes("x"))
    source = source
      .replace(/\\#/g, "\\x23")
      .replace(/(^|[^\\])\s+/g, "$1")
      .replace(/#.*$/gm, "");
  const supported = [...new Set(flags)].filter((flag) => "imsu".includes(flag)).join("");
  try {
    return new RegExp(source, supported);
  } catch (error) {
    throw locationError(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : String(error)}`);
  }
}
