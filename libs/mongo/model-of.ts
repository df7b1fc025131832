import type { Connection, Model, Schema } from "mongoose";

/** The model of a collection on one connection, made on first use. */
export function modelOf<T>(connection: Connection, collection: string, schema: Schema<T>): Model<T> {
  const known = connection.models[collection] as Model<T> | undefined;
  return known ?? connection.model<T>(collection, schema, collection);
}
