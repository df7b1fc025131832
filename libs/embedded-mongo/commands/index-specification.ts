import type { IndexSpecification } from "../indexes/collection-index.ts";
import { isNumeric, isRegex, toDouble, truthy, typeName } from "../values/bson-types.ts";
import { type Doc, isDoc, isOperatorDoc } from "../values/document.ts";
import { failedToParse, MongoError } from "../values/mongo-error.ts";
import { fieldSet } from "./command-arguments.ts";

const OPTIONS = fieldSet("key name unique background sparse expireAfterSeconds partialFilterExpression v ns");
/** Options that are stored separately or have no effect. */
const DROPPED_OPTIONS = new Set(["key", "name", "v", "background", "ns"]);

const cannotCreate = (message: string): MongoError => new MongoError(67, "CannotCreateIndex", message);

function checkKey(key: unknown): Doc {
  if (!isDoc(key) || !Object.keys(key).length) throw cannotCreate("Index keys cannot be an empty object");
  for (const path of Object.keys(key)) {
    const kind = key[path];
    if (typeof kind === "string") throw cannotCreate(`${kind} indexes are not supported by this server`);
    if (!isNumeric(kind) || toDouble(kind) === 0)
      throw cannotCreate(
        `Values in v:2 index key pattern cannot be of type ${typeName(kind)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      );
    if (path.includes("$**")) throw cannotCreate("wildcard indexes are not supported by this server");
  }
  return key;
}

function checkExpiry(seconds: unknown, key: Doc): void {
  if (!isNumeric(seconds) || toDouble(seconds) < 0 || toDouble(seconds) > MAX_EXPIRY_SECONDS)
    throw cannotCreate("TTL index 'expireAfterSeconds' option must be within an acceptable range");
  const [field, another] = Object.keys(key);
  if (another !== undefined) throw cannotCreate("TTL indexes are single-field indexes, compound indexes do not support TTL");
  if (field === "_id")
    throw new MongoError(
      197,
      "InvalidIndexSpecificationOption",
      "The field 'expireAfterSeconds' is not valid for an _id index specification",
    );
}

const MAX_EXPIRY_SECONDS = 2 ** 31 - 1;
const PARTIAL_OPERATORS = new Set(["$eq", "$gt", "$gte", "$lt", "$lte", "$type", "$in"]);

/** A partial filter consists of equalities, ranges, types and `$exists: true`, with `$and` and `$or`. */
function checkPartialFilter(filter: unknown): void {
  if (!isDoc(filter)) throw cannotCreate("'partialFilterExpression' for an index must be a document");
  for (const key of Object.keys(filter)) {
    const condition = filter[key];
    if ((key === "$and" || key === "$or") && Array.isArray(condition)) for (const branch of condition) checkPartialFilter(branch);
    else if (key[0] === "$" || isRegex(condition)) throw notPartial(key);
    else if (isOperatorDoc(condition)) checkPartialCondition(condition);
  }
}

function checkPartialCondition(condition: Doc): void {
  for (const operator of Object.keys(condition)) {
    const argument = condition[operator];
    const allowed = operator === "$exists" ? truthy(argument) : PARTIAL_OPERATORS.has(operator);
    if (!allowed || isRegex(argument) || (Array.isArray(argument) && argument.some(isRegex))) throw notPartial(operator);
  }
}

const notPartial = (what: string): MongoError => cannotCreate(`Expression not supported in partial index: ${what}`);

function checkOptions({ sparse, partialFilterExpression, expireAfterSeconds, ...options }: Doc, specification: Doc): void {
  if (sparse && partialFilterExpression) throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
  if (expireAfterSeconds !== undefined) checkExpiry(expireAfterSeconds, specification.key as Doc);
  if (partialFilterExpression !== undefined) checkPartialFilter(partialFilterExpression);
  const unknown = Object.keys(options).find((option) => !OPTIONS.has(option));
  if (unknown !== undefined)
    throw new MongoError(
      197,
      "InvalidIndexSpecificationOption",
      `The field '${unknown}' is not valid for an index specification. Specification: ${JSON.stringify(specification)}`,
    );
}

/** Parses an index specification of createIndexes; throws a MongoError for an invalid one. */
export function readIndexSpecification(given: unknown): IndexSpecification {
  if (!isDoc(given)) throw new MongoError(14, "TypeMismatch", "an index specification must be an object");
  const key = checkKey(given.key);
  if (typeof given.name !== "string" || !given.name)
    throw failedToParse("The 'name' field is a required property of an index specification");
  checkOptions(given, given);
  const stored: Doc = {};
  for (const option of Object.keys(given)) {
    const value = given[option];
    if (!DROPPED_OPTIONS.has(option) && value !== undefined && value !== false) stored[option] = value;
  }
  if (stored.unique !== undefined) stored.unique = true;
  if (stored.expireAfterSeconds !== undefined) stored.expireAfterSeconds = toDouble(stored.expireAfterSeconds);
  return { v: 2, key, name: given.name, ...stored };
}
