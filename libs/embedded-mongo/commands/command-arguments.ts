import { isNumeric, toDouble, typeName } from "../values/bson-types.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { locationError, MongoError, typeMismatch, unknownField } from "../values/mongo-error.ts";

/** Fields that are valid in every command. */
const GENERIC_FIELDS = new Set(
  `$db $readPreference lsid $clusterTime txnNumber autocommit startTransaction readConcern writeConcern maxTimeMS comment $audit $client $configServerState shardVersion $oplogQueryData helloOk client compression saslSupportedMechs
   speculativeAuthenticate loadBalanced backpressure maxTimeMSOpOnly stmtId stmtIds isTimeseriesNamespace $query rawData`.split(/\s+/),
);
const isGenericField = (field: string): boolean => GENERIC_FIELDS.has(field);

/** Throws a MongoError for a field that is valid neither in this command nor in every command. */
export function checkFields(command: string, fields: Doc, known: ReadonlySet<string>): void {
  for (const field of Object.keys(fields)) if (!known.has(field) && !isGenericField(field)) throw unknownField(command, field);
}

export const fieldSet = (names: string): ReadonlySet<string> => new Set(names.split(" "));

export function collectionName(value: unknown): string {
  if (typeof value !== "string") throw new MongoError(73, "InvalidNamespace", `collection name has invalid type ${typeName(value)}`);
  return value;
}

/** A numeric argument; undefined if it is missing or null. */
export function numberArgument(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isNumeric(value))
    throw typeMismatch(`BSON field '${name}' is the wrong type '${typeName(value)}', expected types '[long, int, decimal, double']`);
  return toDouble(value);
}

/** A numeric argument that must not be negative. */
export function countArgument(value: unknown, name: string): number | undefined {
  const number = numberArgument(value, name);
  if (number !== undefined && number < 0) throw locationError(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return number;
}

/** A filter argument; the empty filter if it is missing. */
export function filterArgument(value: unknown, name: string): Doc {
  if (value === undefined || value === null) return {};
  if (!isDoc(value)) throw typeMismatch(`BSON field '${name}' is the wrong type '${typeName(value)}', expected type 'object'`);
  return value;
}

/** A document argument, such as a sort; undefined if it is missing or empty. */
export const optionalDoc = (value: unknown): Doc | undefined => (isDoc(value) && Object.keys(value).length ? value : undefined);

/** The batch size in the `cursor` field of a command. */
export const cursorBatchSize = (body: Doc): number | undefined =>
  countArgument(isDoc(body.cursor) ? body.cursor.batchSize : undefined, "batchSize");
