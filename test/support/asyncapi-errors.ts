import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const OPTIONS = { strict: false, allErrors: true } as const;
const specification = createRequire(import.meta.url).resolve("@asyncapi/specs/schemas/3.0.0-without-$id.json");

/** The violations of the AsyncAPI 3.0.0 schema in a document. */
export function asyncApiErrors(document: unknown): readonly string[] {
  const ajv = new Ajv(OPTIONS);
  addFormats.default(ajv);
  const isValid = ajv.compile(JSON.parse(readFileSync(specification, "utf8")));
  isValid(document);
  return (isValid.errors ?? []).map(textOf);
}

/** The violations of a JSON Schema (draft 2020-12) in a value. */
export function schemaErrors(schema: object | undefined, value: unknown): readonly string[] {
  const ajv = new Ajv2020(OPTIONS);
  addFormats.default(ajv);
  const isValid = ajv.compile(schema ?? false);
  isValid(value);
  return (isValid.errors ?? []).map(textOf);
}

function textOf({ instancePath, message = "" }: ErrorObject): string {
  return `${instancePath} ${message}`;
}
