import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describeInterface } from "#gateway/openapi/document.ts";
import { routesOf } from "#gateway/routes.ts";
import type { JsonSchema } from "#libs/contract-kit/json-schema.ts";
import { allContracts } from "#libs/contracts/index.ts";
import type { Reply } from "./http.ts";

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation | undefined>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}
interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>>;
}
interface Place {
  readonly method: string;
  readonly matcher: RegExp;
  /** Paths with fewer parameters are meant first. */
  readonly parameters: number;
  readonly operation: DescribedOperation;
}

const { paths, components } = describeInterface("full", routesOf(allContracts), []) as Described;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const places: readonly Place[] = Object.entries(paths)
  .flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): Place[] =>
      operation?.operationId === undefined
        ? []
        : [{ method: method.toUpperCase(), matcher: matcherOf(path), parameters: path.split("{").length - 1, operation }],
    ),
  )
  .sort((a, b) => a.parameters - b.parameters);

function matcherOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`);
}

const checks = new Map<string, ValidateFunction>();

function checkOf(operation: DescribedOperation, status: number, schema: JsonSchema): ValidateFunction {
  const key = `${operation.operationId} ${status}`;
  const known = checks.get(key);
  if (known) return known;
  const check = ajv.compile({ ...schema, components });
  checks.set(key, check);
  return check;
}

/** Where an answer of the interface differs from its description (spec 9); empty when it fits, or when no route was meant. */
export function undescribed(method: string, path: string, { status, headers, body }: Reply): string[] {
  const place = places.find((candidate) => candidate.method === method && candidate.matcher.test(path.split("?", 1)[0] ?? ""));
  if (!place || status === 304) return [];
  const response = place.operation.responses[status];
  if (!response) return [`${place.operation.operationId} does not describe ${status}: ${JSON.stringify(body)}`];
  const schema = response.content?.["application/json"]?.schema;
  if (!schema || !headers.get("content-type")?.startsWith("application/json")) return [];
  const check = checkOf(place.operation, status, schema);
  if (check(body)) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message }) => `${place.operation.operationId} ${status} ${instancePath} ${message}: ${JSON.stringify(body)}`,
  );
}
