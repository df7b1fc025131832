import { knowsBsonValues } from "../expressions/mingo-context.ts";
import { toRegExp } from "../matcher/regex.ts";
import { isBsonRegExp, isLong } from "../values/bson-types.ts";
import { type Doc, isDoc, own, setOwn } from "../values/document.ts";

const STAGES_AND_FILTERS =
  /^\$(match|project|set|unset|addFields|group|sort|limit|skip|lookup|unwind|facet|unionWith|replaceRoot|replaceWith|bucket|redact|sortByCount|merge|out|expr|elemMatch|nor|nin|all|exists|regex|text|mod|let)$/;
const isForeign = (key: string, inForeign: boolean): boolean =>
  key[0] === "$" ? !knowsBsonValues(key) && !STAGES_AND_FILTERS.test(key) : inForeign;

/** Within the operators of mingo, longs become numbers where they are safe and regular expressions JavaScript's. */
export function plainConstants(value: unknown, inForeign = false): unknown {
  if (Array.isArray(value)) return value.map((element) => plainConstants(element, inForeign));
  if (isDoc(value)) {
    const plain: Doc = {};
    for (const key of Object.keys(value)) {
      const field = own(value, key);
      setOwn(plain, key, key === "$literal" ? field : plainConstants(field, isForeign(key, inForeign)));
    }
    return plain;
  }
  if (!inForeign) return value;
  if (isLong(value)) return Number.isSafeInteger(value.toNumber()) ? value.toNumber() : value;
  return isBsonRegExp(value) ? toRegExp(value) : value;
}
