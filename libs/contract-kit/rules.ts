/**
 * The rule language of contracts. Every rule has three faces: a TypeScript type (here), a check (validate.ts) and a
 * JSON Schema (json-schema.ts). Whoever adds one face adds all three.
 */

/** A value that the gateway takes from the request itself, never from path, query or body. */
export type RequestFact =
  | "clientAddress"
  | "userAgent"
  | "country"
  | "city"
  | "platform"
  | "locale"
  | "idempotencyKey"
  | "cookie"
  | "lastEventId"
  | "streamPosition";

interface Common {
  readonly description?: string;
  /** May be left out; an explicit null means the same. */
  readonly optional?: true;
  readonly nullable?: true;
  /** Filled in by the gateway from the request; a caller's field of that name is ignored. */
  readonly from?: RequestFact;
  readonly deprecated?: true;
  /** For an optional field: needed unless an enum beside it has this value; beside that value a text is not looked at. */
  readonly neededUnless?: { readonly field: string; readonly is: string };
}

export interface StringRule extends Common {
  readonly type: "string";
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Surrounding white space is removed before the checks. */
  readonly trim?: true;
  readonly lowercase?: true;
  readonly default?: string;
}
export interface UuidRule extends Common {
  readonly type: "uuid";
}
/** An ISO 8601 date or date-time as text. */
export interface TimestampRule extends Common {
  readonly type: "timestamp";
}
export interface NumberRule extends Common {
  readonly type: "number";
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
  /** Query numbers only: out of bounds or not a number is put right instead of refused; needs min, max and default. */
  readonly clamp?: true;
}
export interface BooleanRule extends Common {
  readonly type: "boolean";
  readonly default?: boolean;
}
export interface EnumRule<V extends string = string> extends Common {
  readonly type: "enum";
  readonly values: readonly V[];
  readonly default?: V;
}
export interface ArrayRule extends Common {
  readonly type: "array";
  readonly items: Rule;
  readonly max?: number;
}
export interface ObjectRule extends Common {
  readonly type: "object";
  readonly props: Rules;
}
/** An object whose keys are data. */
export interface RecordRule extends Common {
  readonly type: "record";
  readonly values: Rule;
}
/** Any JSON value; whoever receives it checks it further. */
export interface JsonRule extends Common {
  readonly type: "json";
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

/** Values of an inner rule; the general case ends the recursion. */
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

/** What a caller has to send: fields with a default may be left out. */
export type Given<S> = string extends keyof S
  ? Record<string, unknown>
  : Flat<{ -readonly [K in Exclude<keyof S, MayOmit<S>>]: Value<S[K]> } & { -readonly [K in MayOmit<S>]?: Value<S[K]> | undefined }>;

/** What a handler receives: defaults are there. */
export type Parsed<S> = string extends keyof S
  ? Record<string, unknown>
  : Flat<{ -readonly [K in Exclude<keyof S, MayLack<S>>]: Value<S[K]> } & { -readonly [K in MayLack<S>]?: Value<S[K]> | undefined }>;
