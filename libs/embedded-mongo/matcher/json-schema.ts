import { isNumeric, toDouble } from "../values/bson-types.ts";
import { compare, equal } from "../values/compare.ts";
import { type Doc, isDoc, own } from "../values/document.ts";
import { indexKey } from "../values/index-key.ts";
import { failedToParse, typeMismatch } from "../values/mongo-error.ts";
import { compileRegex, type LinearRegex } from "./regex.ts";
import { typeTest } from "./value-tests.ts";

type SchemaTest = (value: unknown) => boolean;
/** Compiles a keyword; null if another keyword checks its value or it checks nothing. */
type Keyword = (argument: unknown, schema: Doc) => SchemaTest | null;

const onNumbers =
  (test: (value: unknown) => boolean): SchemaTest =>
  (value) =>
    !isNumeric(value) || test(value);
const onStrings =
  (test: (value: string) => boolean): SchemaTest =>
  (value) =>
    typeof value !== "string" || test(value);
const onArrays =
  (test: (value: unknown[]) => boolean): SchemaTest =>
  (value) =>
    !Array.isArray(value) || test(value);
const onDocuments =
  (test: (value: Doc) => boolean): SchemaTest =>
  (value) =>
    !isDoc(value) || test(value);

const lengthOf = (text: string): number => [...text].length;
const asList = (argument: unknown, keyword: string): unknown[] => {
  if (!Array.isArray(argument)) throw typeMismatch(`$jsonSchema keyword '${keyword}' must be an array`);
  return argument;
};
const schemasOf = (argument: unknown, keyword: string): SchemaTest[] => asList(argument, keyword).map(jsonSchemaTest);
const propertiesOf = (argument: unknown): [string, SchemaTest][] =>
  Object.entries(isDoc(argument) ? argument : {}).map(([name, schema]) => [name, jsonSchemaTest(schema)]);
const patternsOf = (argument: unknown): [LinearRegex, SchemaTest][] =>
  Object.entries(isDoc(argument) ? argument : {}).map(([pattern, schema]) => [compileRegex(pattern), jsonSchemaTest(schema)]);

const bound =
  (exclusive: string, accepts: (result: number) => boolean): Keyword =>
  (limit, schema) =>
    onNumbers((value) => (schema[exclusive] === true ? compare(value, limit) !== 0 : true) && accepts(compare(value, limit)));

const additionalProperties: Keyword = (argument, schema) => {
  if (argument === true) return null;
  const named = new Set(Object.keys(isDoc(schema.properties) ? schema.properties : {}));
  const patterns = patternsOf(schema.patternProperties).map(([pattern]) => pattern);
  const test = isDoc(argument) ? jsonSchemaTest(argument) : () => false;
  return onDocuments((document) =>
    Object.keys(document).every((key) => named.has(key) || patterns.some((pattern) => pattern.test(key)) || test(own(document, key))),
  );
};

const KEYWORDS: Record<string, Keyword> = {
  bsonType: (argument) => typeTest(argument),
  type: (argument) => typeTest((Array.isArray(argument) ? argument : [argument]).map((type) => (type === "boolean" ? "bool" : type))),
  enum: (argument) => (value) => asList(argument, "enum").some((entry) => equal(entry, value)),
  minimum: bound("exclusiveMinimum", (result) => result >= 0),
  maximum: bound("exclusiveMaximum", (result) => result <= 0),
  exclusiveMinimum: () => null,
  exclusiveMaximum: () => null,
  multipleOf: (argument) => onNumbers((value) => toDouble(value) % toDouble(argument) === 0),
  minLength: (argument) => onStrings((value) => lengthOf(value) >= toDouble(argument)),
  maxLength: (argument) => onStrings((value) => lengthOf(value) <= toDouble(argument)),
  pattern: (argument) => {
    const pattern = compileRegex(argument);
    return onStrings((value) => pattern.test(value));
  },
  minItems: (argument) => onArrays((value) => value.length >= toDouble(argument)),
  maxItems: (argument) => onArrays((value) => value.length <= toDouble(argument)),
  uniqueItems: (argument) => (argument ? onArrays((value) => new Set(value.map((item) => indexKey(item))).size === value.length) : null),
  items: (argument) => {
    if (!isDoc(argument)) return null;
    const test = jsonSchemaTest(argument);
    return onArrays((value) => value.every(test));
  },
  required: (argument) => {
    const names = asList(argument, "required").map(String);
    return onDocuments((document) => names.every((name) => own(document, name) !== undefined));
  },
  minProperties: (argument) => onDocuments((document) => Object.keys(document).length >= toDouble(argument)),
  maxProperties: (argument) => onDocuments((document) => Object.keys(document).length <= toDouble(argument)),
  properties: (argument) => {
    const properties = propertiesOf(argument);
    return onDocuments((document) => properties.every(([name, test]) => own(document, name) === undefined || test(own(document, name))));
  },
  patternProperties: (argument) => {
    const patterns = patternsOf(argument);
    return onDocuments((document) =>
      Object.keys(document).every((key) => patterns.every(([pattern, test]) => !pattern.test(key) || test(own(document, key)))),
    );
  },
  additionalProperties,
  allOf: (argument) => {
    const schemas = schemasOf(argument, "allOf");
    return (value) => schemas.every((test) => test(value));
  },
  anyOf: (argument) => {
    const schemas = schemasOf(argument, "anyOf");
    return (value) => schemas.some((test) => test(value));
  },
  oneOf: (argument) => {
    const schemas = schemasOf(argument, "oneOf");
    return (value) => schemas.filter((test) => test(value)).length === 1;
  },
  not: (argument) => {
    const test = jsonSchemaTest(argument);
    return (value) => !test(value);
  },
  title: () => null,
  description: () => null,
};

/** Compiles a `$jsonSchema`; supports the common keywords and throws a MongoError for any other. */
export function jsonSchemaTest(schema: unknown): SchemaTest {
  if (!isDoc(schema)) throw typeMismatch("$jsonSchema must be an object");
  const tests: SchemaTest[] = [];
  for (const keyword of Object.keys(schema)) {
    const build = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (!build) throw failedToParse(`Unknown $jsonSchema keyword: ${keyword}`);
    const test = build(schema[keyword], schema);
    if (test) tests.push(test);
  }
  return (value) => tests.every((test) => test(value));
}
