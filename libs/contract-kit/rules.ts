/**
 * The rules of contracts. A kind of rule consists of a TypeScript type (here), a check (validate.ts) and a JSON Schema
 * (json-schema.ts); add all three together.
 */
import type { Readable } from "#libs/kernel/readable-text.ts";

/** A property of the request that the gateway fills in; it never comes from path, query or body. */
export type RequestProperty =
  | "clientAddress"
  | "userAgent"
  | "country"
  | "city"
  | "platform"
  | "locale"
  | "idempotencyKey"
  | "requestsInWindow"
  | "cookie"
  | "picture"
  | "document"
  | "fileKind"
  | "part"
  | "rawBody"
  | "signatureHeaders"
  | "lastEventId"
  | "streamPosition"
  | "csvPosition";

/** The day since which a route or a parameter is deprecated, and more if known. Dates are days in UTC: `2026-11-21`. */
export interface Deprecation {
  readonly since: string;
  /** The earliest day of its removal; at least a year after `since`. */
  readonly sunset?: string;
  /** Address of a page about the deprecation. */
  readonly documentation?: string;
}

interface Common {
  readonly description?: string;
  /** May be left out; an explicit null means the same. */
  readonly optional?: true;
  readonly nullable?: true;
  /** The gateway fills the field in and ignores a value that the client sends under its name. */
  readonly from?: RequestProperty;
  readonly deprecated?: Deprecation;
  /**
   * For an optional text: required unless the enum `field` has the value `is`; with that value, the text is ignored. Nor is it required
   * when `orGiven` names a field that is given.
   */
  readonly requiredUnless?: { readonly field: string; readonly is: string; readonly orGiven?: string };
}

export interface StringRule extends Common {
  readonly type: "string";
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /**
   * People read it: it has something visible, whole characters and few marks on each letter; a line has no line breaks and no direction
   * controls. An empty text is refused by `min` only. Every other text is for machines: half a character is replaced by U+FFFD.
   */
  readonly readable?: Readable;
  /** Of a readable text: the action answers a blank one with an error of its own. */
  readonly mayBeBlank?: true;
  /** Surrounding white space is removed before the check. */
  readonly trim?: true;
  readonly lowercase?: true;
  /** A mail address: spelled in one way before the check. */
  readonly mailAddress?: true;
  /** The rest of a longer text is dropped before the check; it is not refused. */
  readonly cutTo?: number;
  /** A decimal number: as a cell of a table it is no text, so it may begin with a minus. */
  readonly decimal?: true;
  readonly default?: string;
}
interface UuidRule extends Common {
  readonly type: "uuid";
}
/** An ISO 8601 date or date-time as text. */
interface TimestampRule extends Common {
  readonly type: "timestamp";
}
export interface NumberRule extends Common {
  readonly type: "number";
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
  /** For query parameters: a wrong value is replaced by the nearest bound or the default, not refused. Needs min, max and default. */
  readonly clamp?: true;
}
interface BooleanRule extends Common {
  readonly type: "boolean";
  readonly default?: boolean;
}
interface EnumRule<V extends string = string> extends Common {
  readonly type: "enum";
  readonly values: readonly V[];
  readonly default?: V;
}
export interface ArrayRule extends Common {
  readonly type: "array";
  readonly items: Rule;
  readonly min?: number;
  readonly max?: number;
  /** Size of the largest list, as JSON, where its producer bounds it otherwise than by the number of its items. */
  readonly maxBytes?: number;
}
export interface ObjectRule extends Common {
  readonly type: "object";
  readonly props: Rules;
}
/** An object whose keys are data. */
interface RecordRule extends Common {
  readonly type: "record";
  readonly values: Rule;
  /** Size of the largest record, as JSON; its producer keeps it. */
  readonly maxBytes?: number;
}
/** Any JSON value; the handler checks it. */
interface JsonRule extends Common {
  readonly type: "json";
  /** Size of the largest value, as JSON; its producer keeps it. */
  readonly maxBytes?: number;
}

export type Rule =
  | StringRule
  | UuidRule
  | TimestampRule
  | NumberRule
  | BooleanRule
  | EnumRule
  | ArrayRule
  | ObjectRule
  | RecordRule
  | JsonRule;

export interface Rules {
  readonly [field: string]: Rule;
}

/** The type of an inner rule. The general case ends the recursion. */
type Inner<R> = [Rule] extends [R] ? unknown : Value<R>;

type Bare<R> = R extends { type: "string" | "uuid" | "timestamp" }
  ? string
  : R extends { type: "number" }
    ? number
    : R extends { type: "boolean" }
      ? boolean
      : R extends { type: "enum"; values: readonly (infer V)[] }
        ? V
        : R extends { type: "array"; items: infer I }
          ? Inner<I>[]
          : R extends { type: "object"; props: infer P }
            ? Parsed<P>
            : R extends { type: "record"; values: infer V }
              ? Record<string, Inner<V>>
              : R extends { type: "json" }
                ? unknown
                : never;

/** The TypeScript type of one rule. */
export type Value<R> = R extends { nullable: true } ? Bare<R> | null : Bare<R>;

type MayOmit<S> = { [K in keyof S]: S[K] extends { optional: true } | { default: unknown } ? K : never }[keyof S];
type MayLack<S> = { [K in keyof S]: S[K] extends { default: unknown } ? never : S[K] extends { optional: true } ? K : never }[keyof S];
type Flat<T> = { [K in keyof T]: T[K] };

/** The parameters of a caller: fields with a default may be left out. */
export type Input<S> = string extends keyof S
  ? Record<string, unknown>
  : Flat<{ -readonly [K in Exclude<keyof S, MayOmit<S>>]: Value<S[K]> } & { -readonly [K in MayOmit<S>]?: Value<S[K]> | undefined }>;

/** The parameters of a client: without the fields that the gateway fills in. */
export type ClientInput<S> = Input<{ [K in keyof S as S[K] extends { from: RequestProperty } ? never : K]: S[K] }>;

/** The parameters of a handler: defaults are filled in. */
export type Parsed<S> = string extends keyof S
  ? Record<string, unknown>
  : Flat<{ -readonly [K in Exclude<keyof S, MayLack<S>>]: Value<S[K]> } & { -readonly [K in MayLack<S>]?: Value<S[K]> | undefined }>;
