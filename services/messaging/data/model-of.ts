import type { Connection, Model, Schema } from "mongoose";

/** The model of a collection on a connection; the same one however often a service is made on it. */
export function modelOf<D>(connection: Connection, name: string, collection: string, schema: Schema<D>): Model<D> {
  return (connection.models[name] as Model<D> | undefined) ?? connection.model<D>(name, schema, collection);
}
