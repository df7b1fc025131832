import { type IndexOptions, Schema } from "mongoose";
import type { DocumentOf, Field, Fields } from "#libs/kernel/fields.ts";
import type { CollectionDefinition } from "./collection.ts";

interface Index<F> extends Omit<IndexOptions, "fields"> {
  /** Fields, or paths below them, and their directions. */
  readonly key: { readonly [K in keyof F]?: 1 | -1 } & { readonly [path: `${string}.${string}`]: 1 | -1 };
}

interface Declaration<F> {
  /** Of the collection in the database. */
  readonly name: string;
  readonly fields: F;
  readonly indexes?: readonly Index<F>[];
  /** Undeclared fields are dropped. Default: they are refused. */
  readonly unknownFields?: "drop";
}

/** Creates a collection from the one declaration of its documents; `DocumentIn` is their type. */
export function defineCollection<F extends Fields>(declaration: Declaration<F>): CollectionDefinition<DocumentOf<F>> {
  const { name, fields, indexes = [], unknownFields } = declaration;
  const schema = schemaOf(fields, { strict: unknownFields === "drop" ? true : "throw", versionKey: false, minimize: false, id: false });
  for (const { key, ...options } of indexes) schema.index(key as Record<string, 1 | -1>, options);
  return { name, schema };
}

/** The type of the documents of a collection. */
export type DocumentIn<C> = C extends CollectionDefinition<infer T> ? T : never;

function schemaOf(fields: Fields, options: object): Schema {
  const typeOf = ({ type, items, fields: inner }: Field<unknown>): unknown => {
    if (items) return [typeOf(items)];
    return inner ? schemaOf(inner, { ...options, _id: false }) : type;
  };
  const paths = Object.entries(fields).map(([name, field]) => {
    const { items, fields: inner, optional, ...rest } = field;
    return [name, { ...rest, type: typeOf(field) }] as const;
  });
  return new Schema(Object.fromEntries(paths), options);
}
