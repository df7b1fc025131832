import type { Connection, Model, Schema } from "mongoose";

/** The model of a connection; asked twice, it is the same. */
export function modelOf<T>(connection: Connection, name: string, collection: string, schema: Schema<T>): Model<T> {
  return (connection.models[name] as Model<T> | undefined) ?? connection.model<T>(name, schema, collection);
}
