import type { IndexSpecification } from "../index/collection-index.ts";
import { isNumeric, toDouble, typeName } from "../values/bson-types.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { failedToParse, locationError, MongoError } from "../values/mongo-error.ts";
import { fieldSet } from "./command-arguments.ts";

const KINDS = new Set(["text", "hashed", "2d", "2dsphere"]);
const OPTIONS = fieldSet(
  "key name unique background sparse expireAfterSeconds partialFilterExpression collation v hidden weights default_language language_override textIndexVersion 2dsphereIndexVersion bits min max storageEngine ns wildcardProjection prepareUnique clustered",
);
/** Options that are not kept: they are named apart, or say nothing. */
const NOT_KEPT = new Set(["key", "name", "v", "background", "ns"]);

const cannotCreate = (message: string): MongoError => new MongoError(67, "CannotCreateIndex", message);

function checkKey(key: unknown, unique: boolean): Doc {
  if (!isDoc(key) || !Object.keys(key).length) throw cannotCreate("Index keys cannot be an empty object");
  for (const path of Object.keys(key)) {
    const kind = key[path];
    const legal = typeof kind === "string" ? KINDS.has(kind) : isNumeric(kind) && toDouble(kind) !== 0;
    if (!legal)
      throw cannotCreate(
        `Values in v:2 index key pattern cannot be of type ${typeName(kind)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      );
    if (kind === "hashed" && unique)
      throw locationError(16764, "Currently hashed indexes cannot guarantee uniqueness. Use a regular index.");
    if (path.includes("$**")) throw cannotCreate("wildcard indexes are not supported by this server");
  }
  return key;
}

function checkOptions({ sparse, partialFilterExpression, expireAfterSeconds, ...options }: Doc, shown: Doc): void {
  if (sparse && partialFilterExpression) throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
  if (expireAfterSeconds !== undefined && (!isNumeric(expireAfterSeconds) || toDouble(expireAfterSeconds) < 0))
    throw cannotCreate("TTL index 'expireAfterSeconds' option must be within an acceptable range");
  if (partialFilterExpression !== undefined && !isDoc(partialFilterExpression))
    throw cannotCreate("'partialFilterExpression' for an index must be a document");
  const unknown = Object.keys(options).find((option) => !OPTIONS.has(option));
  if (unknown !== undefined)
    throw new MongoError(
      197,
      "InvalidIndexSpecificationOption",
      `The field '${unknown}' is not valid for an index specification. Specification: ${JSON.stringify(shown)}`,
    );
}

/** Reads an index specification as createIndexes gets it; throws a MongoError for an illegal one. */
export function readIndexSpecification(given: unknown): IndexSpecification {
  if (!isDoc(given)) throw new MongoError(14, "TypeMismatch", "an index specification must be an object");
  const key = checkKey(given.key, given.unique === true);
  if (typeof given.name !== "string" || !given.name)
    throw failedToParse("The 'name' field is a required property of an index specification");
  checkOptions(given, given);
  const kept: Doc = {};
  for (const option of Object.keys(given)) {
    const value = given[option];
    if (!NOT_KEPT.has(option) && value !== undefined && value !== false) kept[option] = value;
  }
  if (kept.unique !== undefined) kept.unique = true;
  if (kept.expireAfterSeconds !== undefined) kept.expireAfterSeconds = toDouble(kept.expireAfterSeconds);
  return { v: 2, key, name: given.name, ...kept };
}
