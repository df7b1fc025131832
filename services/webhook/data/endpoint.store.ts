import type { Connection } from "mongoose";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import { countedAlone } from "#libs/mongo/counted-alone.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { HEALTHY } from "../domain/health.ts";
import { type EndpointDoc, endpointModel } from "./endpoint.model.ts";

export type EndpointStore = ReturnType<typeof endpointStore>;

export function endpointStore(connection: Connection) {
  const model = endpointModel(connection);
  return {
    ...countedAlone(connection, model),

    async insert(session: Tx, endpoint: EndpointDoc): Promise<void> {
      await model.insertOne(endpoint, { session });
    },

    find(_id: string, session: Tx | null = null): Promise<EndpointDoc | null> {
      return model.findById(_id, null, { session }).lean<EndpointDoc>().exec();
    },

    /** A page, newest first, and how many there are. */
    async page(page: PageRequest): Promise<{ rows: EndpointDoc[]; total: number }> {
      const total = await model.countDocuments();
      const rows = await model.find().sort({ createdAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean<EndpointDoc[]>();
      return { rows, total };
    },

    /** The endpoint after the change; null when there is none. */
    update(session: Tx, _id: string, fields: Partial<Omit<EndpointDoc, "_id">>): Promise<EndpointDoc | null> {
      return model.findOneAndUpdate({ _id }, { $set: fields }, { session, returnDocument: "after" }).lean<EndpointDoc>().exec();
    },

    /** The endpoint that was removed; null when there was none. */
    remove(session: Tx, _id: string): Promise<EndpointDoc | null> {
      return model.findOneAndDelete({ _id }, { session }).lean<EndpointDoc>().exec();
    },

    /** Ids of the endpoints that are told a kind. */
    async listening(session: Tx, kind: string): Promise<string[]> {
      const found = await model.find({ kinds: kind, enabled: true }, { _id: 1 }, { session }).lean<Pick<EndpointDoc, "_id">[]>();
      return found.map(({ _id }) => _id);
    },

    /** Every endpoint that is sent to; there are few. */
    enabled: (): Promise<EndpointDoc[]> => model.find({ enabled: true }).lean<EndpointDoc[]>().exec(),

    /** Forgets the failures of an endpoint that has answered well. */
    async recovered(_id: string): Promise<void> {
      await model.updateOne({ _id, failures: { $gt: 0 } }, { $set: HEALTHY });
    },

    /** Takes the right to the one attempt that ends a pause; false when another one has it. */
    async takeProbe({ _id, pausedUntil }: Pick<EndpointDoc, "_id" | "pausedUntil">, until: Date): Promise<boolean> {
      const { modifiedCount } = await model.updateOne({ _id, pausedUntil }, { $set: { pausedUntil: until } });
      return modifiedCount === 1;
    },
  };
}
