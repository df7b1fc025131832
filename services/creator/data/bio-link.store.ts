import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type BioLinkDoc, bioLinks } from "./bio-link.model.ts";

/** The fields of a link that its creator edits. */
export type LinkState = Pick<BioLinkDoc, "title" | "url" | "icon" | "enabled" | "startsAt" | "endsAt">;

/** The links of bio pages. A transaction that changes their set or order calls `BioPageStore.claimLinks` first. */
export interface BioLinkStore {
  /** Sorted by position. */
  listByCreator(creatorId: string, tx?: Tx): Promise<BioLinkDoc[]>;
  find(linkId: string): Promise<BioLinkDoc | null>;
  /** Null when the creator has no link with that id. */
  findByCreator(tx: Tx, creatorId: string, linkId: string): Promise<BioLinkDoc | null>;
  insert(tx: Tx, link: BioLinkDoc): Promise<void>;
  /** Returns the updated link; null when there is none with that id. */
  update(tx: Tx, linkId: string, state: LinkState, at: Date): Promise<BioLinkDoc | null>;
  /** Deletes a link and closes the gap in the order. Returns the deleted link; null when the creator has none with that id. */
  delete(tx: Tx, creatorId: string, linkId: string): Promise<BioLinkDoc | null>;
  /** Gives the links the positions of their ids in `order`; writes only the links that move. */
  reorder(tx: Tx, links: readonly BioLinkDoc[], order: readonly string[], at: Date): Promise<void>;
  countClick(linkId: string): Promise<void>;
}

export function bioLinkStore(database: Collections): BioLinkStore {
  const links = database.collection(bioLinks);
  return {
    listByCreator: (creatorId, tx) => links.find({ creatorId }, { tx, sort: { order: 1 } }),
    find: (_id) => links.findOne({ _id }),
    findByCreator: (tx, creatorId, _id) => links.findOne({ _id, creatorId }, { tx }),
    insert: (tx, link) => links.insert(link, { tx }),
    update: (tx, _id, state, updatedAt) =>
      links.findOneAndUpdate({ _id }, { $set: { ...state, updatedAt } }, { tx, returnDocument: "after" }),
    async delete(tx, creatorId, _id) {
      const deleted = await links.findOneAndDelete({ _id, creatorId }, { tx });
      if (!deleted) return null;
      await links.updateMany({ creatorId, order: { $gt: deleted.order } }, { $inc: { order: -1 } }, { tx });
      return deleted;
    },
    async reorder(tx, current, order, updatedAt) {
      const moved = current.filter((link) => order.indexOf(link._id) !== link.order);
      const updates = moved.map(({ _id }) => ({
        updateOne: { filter: { _id }, update: { $set: { order: order.indexOf(_id), updatedAt } } },
      }));
      if (updates.length > 0) await links.bulkWrite(updates, { tx });
    },
    async countClick(_id) {
      await links.updateOne({ _id }, { $inc: { clicks: 1 } });
    },
  };
}
