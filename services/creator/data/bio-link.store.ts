import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type BioLink, bioLinkModel } from "./bio-link.model.ts";

export type LinkFields = Partial<Pick<BioLink, "title" | "url" | "icon" | "enabled" | "startsAt" | "endsAt">>;

/** Whoever changes the set or the order of a creator's links claims the page first (BioPageStore.claimLinks). */
export interface BioLinkStore {
  /** In their order. */
  ofCreator(creatorId: string, tx?: Tx): Promise<BioLink[]>;
  find(id: string): Promise<BioLink | null>;
  own(tx: Tx, creatorId: string, id: string): Promise<BioLink | null>;
  insert(tx: Tx, link: BioLink): Promise<void>;
  change(tx: Tx, id: string, fields: LinkFields, at: Date): Promise<BioLink | null>;
  /** Takes a link away and closes the gap in the order. The link, or null when the creator has none of that id. */
  remove(tx: Tx, creatorId: string, id: string): Promise<BioLink | null>;
  /** Writes the position of each link that is not where it belongs. */
  order(tx: Tx, links: readonly BioLink[], ids: readonly string[], at: Date): Promise<void>;
  countClick(id: string): Promise<void>;
}

export function bioLinkStore(connection: Connection): BioLinkStore {
  const links = bioLinkModel(connection);
  return {
    ofCreator: (creatorId, tx) =>
      links
        .find({ creatorId }, null, { session: tx ?? null })
        .sort({ order: 1 })
        .lean<BioLink[]>(),
    find: (_id) => links.findOne({ _id }).lean<BioLink>(),
    own: (tx, creatorId, _id) => links.findOne({ _id, creatorId }, null, { session: tx }).lean<BioLink>(),
    async insert(tx, link) {
      await links.insertOne(link, { session: tx });
    },
    change: (tx, _id, fields, at) =>
      links.findOneAndUpdate({ _id }, { $set: { ...fields, updatedAt: at } }, { session: tx, returnDocument: "after" }).lean<BioLink>(),
    async remove(tx, creatorId, _id) {
      const removed = await links.findOneAndDelete({ _id, creatorId }, { session: tx }).lean<BioLink>();
      if (!removed) return null;
      await links.updateMany({ creatorId, order: { $gt: removed.order } }, { $inc: { order: -1 } }, { session: tx });
      return removed;
    },
    async order(tx, before, ids, at) {
      const moved = before.filter(({ _id, order }) => ids.indexOf(_id) !== order);
      const writes = moved.map(({ _id }) => ({
        updateOne: { filter: { _id }, update: { $set: { order: ids.indexOf(_id), updatedAt: at } } },
      }));
      if (writes.length > 0) await links.bulkWrite(writes, { session: tx });
    },
    async countClick(_id) {
      await links.updateOne({ _id }, { $inc: { clicks: 1 } });
    },
  };
}
