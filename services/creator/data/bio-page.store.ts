import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** The bio page of a creator (spec 2.3). */
export interface BioPageDoc {
  readonly _id: string;
  readonly creatorId: string;
  readonly bio: string;
  readonly templateId: string | null;
  readonly published: boolean;
  readonly embedEnabled: boolean;
  /** Number of links on the page. */
  readonly links: number;
  /** Counts the changes of set and order of the links; two transactions that increment it conflict. */
  readonly linkChanges: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const schema = new Schema<BioPageDoc>(
  {
    _id: { type: String, required: true },
    creatorId: { type: String, required: true },
    bio: { type: String, default: "" },
    templateId: { type: String, default: null },
    published: { type: Boolean, required: true },
    embedEnabled: { type: Boolean, required: true },
    links: { type: Number, required: true },
    linkChanges: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ creatorId: 1 }, { unique: true });

export const bioPages: CollectionDefinition<BioPageDoc> = { name: "bio_pages", schema };

type PageFields = Partial<Pick<BioPageDoc, "bio" | "templateId" | "published" | "embedEnabled">>;

interface LinkClaim {
  /** Change of the number of links. */
  readonly by: -1 | 0 | 1;
  /** Number of links that the page may have afterwards; default: any. */
  readonly maximum?: number;
}

export interface BioPageStore {
  findByCreator(creatorId: string): Promise<BioPageDoc | null>;
  insert(tx: Tx, page: BioPageDoc): Promise<void>;
  /** Returns the updated page; null when the creator has none. */
  update(tx: Tx, creatorId: string, fields: PageFields, at: Date): Promise<BioPageDoc | null>;
  /**
   * Serializes the transactions that change the set or order of a page's links, and counts the links. Returns the page before
   * the change; null when it would have more links than the maximum.
   */
  claimLinks(tx: Tx, creatorId: string, claim: LinkClaim): Promise<BioPageDoc | null>;
}

export function bioPageStore(database: Collections): BioPageStore {
  const pages = database.collection(bioPages);
  return {
    findByCreator: (creatorId) => pages.findOne({ creatorId }),
    insert: (tx, page) => pages.insert(page, { tx }),
    update: (tx, creatorId, fields, updatedAt) =>
      pages.findOneAndUpdate({ creatorId }, { $set: { ...fields, updatedAt } }, { tx, returnDocument: "after" }),
    claimLinks: (tx, creatorId, { by, maximum }) =>
      pages.findOneAndUpdate(
        { creatorId, ...(maximum !== undefined && { links: { $lt: maximum } }) },
        { $inc: { links: by, linkChanges: 1 } },
        { tx },
      ),
  };
}
