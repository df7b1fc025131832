import type { JsonSchema } from "#libs/contract-kit/json-schema.ts";
import { verificationHtml } from "../asyncapi/webhook-verification.ts";
import { documentationPage, escaped, table } from "../response/documentation-html.ts";
import { API_PREFIX } from "../routing/routes.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly "x-rate-limit"?: string;
  readonly "x-kill-switch"?: string;
  readonly "x-permission"?: string;
}

/** An OpenAPI document of this interface. */
export interface DescribedInterface {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation | unknown>>>>;
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

const JSON_CONTENT = "application/json";

/** The interface as one page, in which a browser's search finds every operation, field and error. @param links further pages, as HTML */
export function docsPage({ info, paths }: DescribedInterface, links: string): string {
  const byTag = Map.groupBy(endpointsOf(paths), ({ operation }) => operation.tags[0] ?? "");
  const contents = [...byTag].map(([tag, endpoints]) => `<h3>${escaped(tag)}</h3>\n<ul>\n${endpoints.map(contentsLine).join("\n")}\n</ul>`);
  const sections = [...byTag].map(([tag, endpoints]) => `<h2>${escaped(tag)}</h2>\n${endpoints.map(article).join("\n")}`);
  return documentationPage(
    info.title,
    `<h1>${escaped(info.title)}</h1>
<p>Version ${escaped(info.version)}. Paths are relative to <code>${API_PREFIX}</code>, unless they begin with it. ${links}</p>
<p>Answers are <code>{"success": true, "data": …}</code> or <code>{"success": false, "error": {"code", "message", "i18nKey", "correlationId"}}</code>.
Amounts are decimal texts such as <code>"5.00"</code>, times are ISO 8601 in UTC. A write with an <code>Idempotency-Key</code> can be repeated safely for
24 hours. <code>Authorization: Bearer …</code> carries the access token of <code>POST /auth/login</code>.</p>
<nav aria-label="Operations">
<h2>Operations</h2>
${contents.join("\n")}
</nav>
${sections.join("\n")}
${verificationHtml(escaped)}`,
  );
}

function endpointsOf(paths: DescribedInterface["paths"]): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isOperation(operation) ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  );
}

const isOperation = (value: unknown): value is DescribedOperation => typeof value === "object" && value !== null && "operationId" in value;

const contentsLine = ({ operation: { operationId, summary } }: Endpoint): string =>
  `<li><a href="#${escaped(operationId)}">${escaped(summary)}</a></li>`;

function article({ method, path, operation }: Endpoint): string {
  const { operationId, summary, deprecated, parameters, requestBody, responses } = operation;
  const body = requestBody?.content[JSON_CONTENT]?.schema;
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const success = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return `<article id="${escaped(operationId)}">
<h3>${escaped(summary)}</h3>
<p><code>${method} ${escaped(path)}</code>${deprecated ? " (deprecated)" : ""}. ${factsOf(operation).join(" ")}</p>
${titled("Parameters", table(FIELD_HEAD, parameters.map(parameterRow)))}
${titled("Body", table(FIELD_HEAD, body ? fieldRows(body) : []))}
${success.map(([status, { content }]) => titled(`Answer ${status}`, table(FIELD_HEAD, fieldRows(dataOf(content?.[JSON_CONTENT]?.schema))))).join("\n")}
${titled(
  "Errors",
  table(
    ["Status", "i18nKey"],
    errors.map(([status, { content }]) => [status, errorKeys(content?.[JSON_CONTENT]?.schema)]),
  ),
)}
</article>`;
}

const titled = (title: string, content: string): string => (content === "" ? "" : `<h4>${title}</h4>\n${content}`);

const FIELD_HEAD = ["Name", "Kind", "Meaning"];

/** Who may call an operation, and what limits it. */
function factsOf(operation: DescribedOperation): readonly string[] {
  const ways = operation.security.map((scheme) => Object.keys(scheme).join(" and "));
  return [
    ways.length === 0 ? "Public." : `Needs ${escaped(ways.join(", or "))}.`,
    ...(["x-permission", "x-rate-limit", "x-kill-switch"] as const).flatMap((name) =>
      operation[name] ? `${FACTS[name]} <code>${escaped(operation[name])}</code>.` : [],
    ),
  ];
}

const FACTS = { "x-permission": "Permission", "x-rate-limit": "Limit", "x-kill-switch": "Switch" } as const;

function parameterRow({ name, in: place, required, schema, description = "" }: Parameter): readonly string[] {
  return [`<code>${escaped(name)}</code>`, `${place}, ${kindOf(schema)}${required ? "" : ", optional"}`, escaped(description)];
}

/** Without the success envelope, which is the same for all operations that have one; of a file, its description. */
function dataOf(schema: JsonSchema = {}): JsonSchema {
  const [described = schema] = (schema.anyOf ?? []) as readonly JsonSchema[];
  const { data } = (described.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  return data ?? described;
}

/** A row for each field, those of nested objects and lists with their path. */
function fieldRows(schema: JsonSchema, path = ""): readonly (readonly string[])[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema.required ?? []) as readonly string[];
  if (schema.items) return fieldRows(schema.items as JsonSchema, `${path}[]`);
  return Object.entries(properties).flatMap(([name, field]) => {
    const own = path === "" ? name : `${path}.${name}`;
    const { description = "" } = field as { description?: string };
    const row = [`<code>${escaped(own)}</code>`, `${kindOf(field)}${required.includes(name) ? "" : ", optional"}`, escaped(description)];
    return [row, ...fieldRows(field, own)];
  });
}

/** The type of a value and its bounds. */
function kindOf(schema: JsonSchema): string {
  const { type = "any", format, enum: values, minLength, maxLength, minimum, maximum, items } = schema as Readonly<Record<string, unknown>>;
  if (Array.isArray(values)) return values.map((value) => `<code>${escaped(String(value))}</code>`).join(" ");
  const types = [type].flat().join(" or ");
  const bounds = [rangeOf(minLength, maxLength, " characters"), rangeOf(minimum, maximum, "")].filter((text) => text !== "");
  const of = items ? ` of ${kindOf(items as JsonSchema)}` : "";
  return [`${escaped(String(format ?? types))}${of}`, ...bounds].join(", ");
}

function rangeOf(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return `≥ ${least}${unit}`;
  return `${least ?? 0} to ${most}${unit}`;
}

function errorKeys(schema: JsonSchema | undefined): string {
  const [, own] = (schema?.allOf ?? []) as readonly JsonSchema[];
  const { error } = (own?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const { i18nKey } = (error?.properties ?? {}) as Readonly<Record<string, { readonly enum?: readonly string[] }>>;
  return (i18nKey?.enum ?? []).map((key) => `<code>${escaped(key)}</code>`).join(" ");
}
