import type { Random } from "../../support/random.ts";
import { HOSTILE_HEADERS, HOSTILE_QUERIES, HOSTILE_SEGMENTS, hostileBody, hostileText, hostileValue } from "./hostile.ts";

/** The schema of a value in an OpenAPI document of spec 9. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json"?: { readonly schema: Schema } } };
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

export interface FuzzTarget {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** A request as it is sent; the path is relative to /api/v1. */
export interface FuzzRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

/** Known values of a field, for example existing ids; may be empty. */
export type KnownValues = (field: string) => readonly string[];

/** Generates requests for a target: about a third are valid, the others have an invalid path, query, body or header, or all of these. */
export function requestGenerator(random: Random, knownValues: KnownValues): (target: FuzzTarget) => FuzzRequest {
  const chance = (percent: number) => random.below(100) < percent;

  const knownValue = (field: string): string | null => {
    const texts = knownValues(field);
    return texts.length === 0 ? null : random.pick(texts);
  };

  const textOf = (field: string, { minLength = 0, maxLength = 5_000, format }: Schema): string => {
    if (format === "date-time") return new Date(Date.UTC(2026, 10, 1 + random.below(60))).toISOString();
    const text = knownValue(field) ?? random.pick(["some text here", "m".repeat(Math.min(maxLength, 2_000)), "m".repeat(minLength)]);
    return text.slice(0, maxLength).padEnd(minLength, "x");
  };

  const anyOf = (field: string, schema: Schema): unknown => {
    if (schema.enum) return schema.enum[random.below(schema.enum.length)];
    const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
    const { minimum = 0, maximum = 1_000, items = {} } = schema;
    if (type === "string") return textOf(field, schema);
    if (type === "boolean") return chance(50);
    if (type === "integer" || type === "number")
      return random.pick([minimum, maximum, minimum + random.below(Math.max(1, maximum - minimum))]);
    if (type === "array") return Array.from({ length: random.below(3) }, () => anyOf(field.replace(/s$/, ""), items));
    return type === "object" ? objectOf(schema) : random.pick<unknown>([1, 48, "text", true, "0.2", ["a"], {}]);
  };

  const objectOf = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([field, schema]) =>
        required.includes(field) || chance(60) ? [[field, anyOf(field, schema)]] : [],
      ),
    );

  const boundaryOf = ({ minLength, maxLength, minimum, maximum, maxItems }: Schema): unknown => {
    const bounds: unknown[] = [];
    if (maxLength !== undefined) bounds.push("b".repeat(maxLength), "b".repeat(maxLength + 1), "💥".repeat(Math.ceil(maxLength / 2)));
    if (minLength !== undefined) bounds.push("b".repeat(Math.max(0, minLength - 1)));
    if (minimum !== undefined) bounds.push(minimum, minimum - 1, minimum + 0.5, String(minimum));
    if (maximum !== undefined) bounds.push(maximum, maximum + 1);
    if (maxItems !== undefined) bounds.push(Array(maxItems + 1).fill("a"));
    return bounds.length === 0 ? hostileValue(random) : random.pick(bounds);
  };

  const wrongValue = (schema: Schema): unknown => (chance(35) ? boundaryOf(schema) : hostileValue(random));

  const pathOf = ({ path }: FuzzTarget, wrong: boolean): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (wrong && chance(70)) return chance(50) ? random.pick(HOSTILE_SEGMENTS) : encoded(hostileText(random)) || "%20";
      return encoded(knownValue(name) ?? "x");
    });

  const queryOf = ({ operation }: FuzzTarget, wrong: boolean): string => {
    const pairs = operation.parameters.flatMap((parameter) => {
      if (parameter.in !== "query" || !(parameter.required || chance(50))) return [];
      const value = wrong && chance(60) ? wrongValue(parameter.schema) : anyOf(parameter.name, parameter.schema);
      const pair = `${parameter.name}=${encoded(typeof value === "string" ? value : JSON.stringify(value))}`;
      return wrong && chance(20) ? [pair, `${parameter.name}[$gt]=1`, pair] : [pair];
    });
    return [...pairs, ...(wrong && chance(20) ? [random.pick(HOSTILE_QUERIES)] : [])].join("&");
  };

  const bodyOf = ({ method, operation }: FuzzTarget, wrong: boolean): string | Buffer | undefined => {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    if (method === "GET" || method === "DELETE" || (!schema && !wrong)) return undefined;
    const fields = Object.keys(schema?.properties ?? {});
    const field = fields.length > 0 ? random.pick(fields) : "a";
    const body = schema ? objectOf(schema) : {};
    if (!wrong) return JSON.stringify({ ...body, ...(chance(20) ? { role: "SUPER_ADMIN", _id: "x", $set: { a: 1 }, "a.b": 2 } : {}) });
    if (chance(25)) return hostileBody(random, JSON.stringify(body), field);
    return JSON.stringify({ ...body, [field]: wrongValue(schema?.properties?.[field] ?? {}) });
  };

  /** The part that gets invalid values: one that the target has, or none. */
  const wrongPartOf = ({ path, operation }: FuzzTarget): string => {
    const bodies = operation.requestBody ? ["body", "body", "body"] : [];
    const queries = operation.parameters.some((parameter) => parameter.in === "query") ? ["query"] : [];
    return random.pick(["none", "none", "headers", "all", ...bodies, ...queries, ...(path.includes("{") ? ["path"] : [])]);
  };

  return (target) => {
    const part = wrongPartOf(target);
    const isWrong = (name: string) => part === name || part === "all";
    const query = queryOf(target, isWrong("query"));
    const body = bodyOf(target, isWrong("body"));
    const [name, value] = random.pick(HOSTILE_HEADERS);
    const hasKey = target.operation.parameters.some((parameter) => parameter.in === "header" && (parameter.required || chance(25)));
    return {
      path: `${pathOf(target, isWrong("path"))}${query === "" ? "" : `?${query}`}`.slice(0, 9_000),
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(hasKey ? { "idempotency-key": chance(20) ? "same-key" : `k${random.below(1e9)}` } : {}),
        ...(isWrong("headers") ? { [name]: value } : {}),
      },
      body,
    };
  };
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 3_000);
}
