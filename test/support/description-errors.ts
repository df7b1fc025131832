import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describeInterface } from "#gateway/openapi/document.ts";
import { routesOf } from "#gateway/routing/routes.ts";
import type { JsonSchema } from "#libs/contract-kit/json-schema.ts";
import { allContracts } from "#libs/contracts/index.ts";
import type { Reply } from "./http.ts";

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation | undefined>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}
interface OpenApiOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>>;
}
interface DescribedRoute {
  readonly method: string;
  readonly matcher: RegExp;
  /** A path with fewer parameters takes precedence. */
  readonly parameters: number;
  readonly operation: OpenApiOperation;
}

const { paths, components } = describeInterface("full", routesOf(allContracts), []) as OpenApiDocument;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const describedRoutes: readonly DescribedRoute[] = Object.entries(paths)
  .flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): DescribedRoute[] =>
      operation?.operationId === undefined
        ? []
        : [{ method: method.toUpperCase(), matcher: matcherOf(path), parameters: path.split("{").length - 1, operation }],
    ),
  )
  .sort((a, b) => a.parameters - b.parameters);

function matcherOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`);
}

const validators = new Map<string, ValidateFunction>();

function validatorOf(operation: OpenApiOperation, status: number, schema: JsonSchema): ValidateFunction {
  const key = `${operation.operationId} ${status}`;
  const compiled = validators.get(key);
  if (compiled) return compiled;
  const validate = ajv.compile({ ...schema, components });
  validators.set(key, validate);
  return validate;
}

/** Whether a JSON value contains half a surrogate pair: only such a half is written as an escape. */
function holdsHalfCharacter(value: unknown): boolean {
  return /(?<!\\)(\\\\)*\\ud[89a-f]/.test(JSON.stringify(value) ?? "");
}

/** The differences between a reply and its description (spec 9). Empty when it fits, or when the request matches no described route. */
export function descriptionErrors(method: string, path: string, { status, headers, body }: Reply): string[] {
  const route = describedRoutes.find((candidate) => candidate.method === method && candidate.matcher.test(path.split("?", 1)[0] ?? ""));
  if (!route || status === 304) return [];
  if (holdsHalfCharacter(body)) return [`${route.operation.operationId} answers half a character: ${JSON.stringify(body)}`];
  const response = route.operation.responses[status];
  if (!response) return [`${route.operation.operationId} does not describe ${status}: ${JSON.stringify(body)}`];
  const schema = response.content?.["application/json"]?.schema;
  if (!schema || !headers.get("content-type")?.startsWith("application/json")) return [];
  const validate = validatorOf(route.operation, status, schema);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${route.operation.operationId} ${status} ${instancePath} ${message}: ${JSON.stringify(body)}`,
  );
}
