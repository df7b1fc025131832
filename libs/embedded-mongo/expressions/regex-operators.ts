import { compileRegex, type LinearRegex } from "../matcher/regex.ts";
import { isNil, isRegex, typeName } from "../values/bson-types.ts";
import { regexParts } from "../values/compare.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { locationError } from "../values/mongo-error.ts";
import { evaluatePart, type Operator, type OperatorTable } from "./operator.ts";

const FIELDS = new Set(["input", "regex", "options"]);

interface Search {
  readonly input: string;
  readonly regex: LinearRegex;
}

function checkFields(operator: string, argument: unknown): asserts argument is Doc {
  if (!isDoc(argument)) throw locationError(51103, `${operator} expects an object of named arguments but found: ${typeName(argument)}`);
  const unknown = Object.keys(argument).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) throw locationError(31024, `${operator} found an unknown argument: ${unknown}`);
  if (!("input" in argument)) throw locationError(31022, `${operator} requires 'input' parameter`);
  if (!("regex" in argument)) throw locationError(31023, `${operator} requires 'regex' parameter`);
}

/** The evaluated arguments; null if the input or the pattern is null or missing. */
function searchOf(operator: string, document: unknown, argument: unknown, options: Parameters<Operator>[2]): Search | null {
  checkFields(operator, argument);
  const input = evaluatePart(document, argument.input, options);
  const pattern = evaluatePart(document, argument.regex, options);
  const flags = evaluatePart(document, argument.options, options);
  if (!isNil(input) && typeof input !== "string") throw locationError(51104, `${operator} needs 'input' to be of type string`);
  if (!isNil(pattern) && typeof pattern !== "string" && !isRegex(pattern))
    throw locationError(51105, `${operator} needs 'regex' to be of type string or regex`);
  if (!isNil(flags) && typeof flags !== "string") throw locationError(51106, `${operator} needs 'options' to be of type string`);
  if (!isNil(flags) && isRegex(pattern) && regexParts(pattern)[1])
    throw locationError(51107, `${operator}: found regex option(s) specified in both 'regex' and 'option' fields`);
  if (isNil(pattern)) return null;
  const regex = compileRegex(pattern, flags);
  return isNil(input) ? null : { input, regex };
}

/** Code points between two offsets: MongoDB counts them, JavaScript counts UTF-16 units. */
const codePointsBetween = (text: string, from: number, to: number): number => [...text.slice(from, to)].length;

function allMatches({ input, regex }: Search): Doc[] {
  const found: Doc[] = [];
  let codePoints = 0;
  let counted = 0;
  for (const { text, start, captures } of regex.findAll(input)) {
    codePoints += codePointsBetween(input, counted, start);
    counted = start;
    found.push({ match: text, idx: codePoints, captures });
  }
  return found;
}

const searching =
  (operator: string, calculate: (search: Search | null) => unknown): Operator =>
  (document, argument, options) =>
    calculate(searchOf(operator, document, argument, options));

export const REGEX_OPERATORS: OperatorTable = {
  $regexMatch: searching("$regexMatch", (search) => search?.regex.test(search.input) ?? false),
  $regexFind: searching("$regexFind", (search) => {
    const match = search?.regex.find(search.input);
    if (!search || !match) return null;
    return { match: match.text, idx: codePointsBetween(search.input, 0, match.start), captures: match.captures };
  }),
  $regexFindAll: searching("$regexFindAll", (search) => (search ? allMatches(search) : [])),
};
