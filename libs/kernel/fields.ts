/**
 * The field types of which a document is declared, once. `DocumentOf` derives its TypeScript type from them, and
 * `libs/platform/mongo/define-collection.ts` its schema. So a domain may declare its documents without knowing a database.
 */
import type { Money } from "./money.ts";

declare const typeOf: unique symbol;

/** A field of a document, as mongoose describes it, with the type of its values. */
export interface Field<T> {
  readonly type?: unknown;
  readonly required?: true;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  /** The field may be absent. */
  readonly optional?: true;
  /** Of a list: its elements. */
  readonly items?: Field<unknown>;
  /** Of an object: its fields. */
  readonly fields?: Fields;
  readonly [typeOf]?: T;
}

interface OptionalField<T> extends Field<T> {
  readonly optional: true;
}

export interface Fields {
  readonly [name: string]: Field<unknown>;
}

type Value<F> = F extends { readonly [typeOf]?: infer T } ? T : never;
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The type of the documents that have these fields. */
export type DocumentOf<F> = Flat<
  { [K in keyof F as F[K] extends { readonly optional: true } ? never : K]: Value<F[K]> } & {
    [K in keyof F as F[K] extends { readonly optional: true } ? K : never]?: Value<F[K]> | undefined;
  }
>;

const required = <T>(type: unknown): Field<T> => ({ type, required: true });

/** A text that is not empty: mongoose takes an empty one for a missing one. */
export const text = required<string>(String);
export const number = required<number>(Number);
export const boolean = required<boolean>(Boolean);
/** A mark: true, or absent. */
export const mark: OptionalField<true> = { type: Boolean, optional: true };
export const date = required<Date>(Date);
export const money = required<Money>(BigInt);

/** A text with a type of its own. It is not checked: the writer has made it correctly. */
export const of = <T extends string>(): Field<T> => required(String);
/** One of these texts. */
export const oneOf = <const T extends string>(values: readonly T[]): Field<T> => ({ type: String, required: true, enum: values });
/** Any value; only its TypeScript type describes it. */
export const json = <T = unknown>(): Field<T> => required(Object);
export const list = <T>(items: Field<T>): Field<readonly T[]> => ({ items, required: true });
export const object = <F extends Fields>(fields: F): Field<DocumentOf<F>> => ({ fields, required: true });

/** A field that is null when it has no value. */
export function nullable<T>({ required: _, ...field }: Field<T>): Field<T | null> {
  return { ...field, ...(field.enum && { enum: [...field.enum, null] }), default: null };
}

export function optional<T>({ required: _, default: __, ...field }: Field<T>): OptionalField<T> {
  return { ...field, optional: true };
}

/** A value that is stored where none is given. */
export function withDefault<T>({ required: _, ...field }: Field<T>, value: T): Field<T> {
  return { ...field, default: value };
}
