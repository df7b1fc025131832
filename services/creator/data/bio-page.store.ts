import { boolean, date, nullable, number, text, withDefault } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** The bio page of a creator (spec 2.3). */
export interface BioPageDoc extends DocumentIn<typeof bioPages> {}

export const bioPages = defineCollection({
  name: "bio_pages",
  fields: {
    _id: text,
    creatorId: text,
    bio: withDefault(text, ""),
    templateId: nullable(text),
    published: boolean,
    embedEnabled: boolean,
    /** Number of links on the page. */
    links: number,
    /** Counts changes to the set and order of the links; two transactions that increment it conflict. */
    linkChanges: number,
    createdAt: date,
    updatedAt: date,
  },
  indexes: [{ key: { creatorId: 1 }, unique: true }],
  unknownFields: "drop",
});

type PageFields = Partial<Pick<BioPageDoc, "bio" | "templateId" | "published" | "embedEnabled">>;

interface LinkClaim {
  /** Change of the number of links. */
  readonly by: -1 | 0 | 1;
  /** Upper limit of the number of links afterwards; default: none. */
  readonly maximum?: number;
}

export interface BioPageStore {
  findByCreator(creatorId: string, tx?: Tx): Promise<BioPageDoc | null>;
  listByCreators(creatorIds: readonly string[]): Promise<BioPageDoc[]>;
  insert(tx: Tx, page: BioPageDoc): Promise<void>;
  /** Returns the updated page; null when the creator has none. */
  update(tx: Tx, creatorId: string, fields: PageFields, at: Date): Promise<BioPageDoc | null>;
  /**
   * Serializes the transactions that change the set or order of a page's links, and counts the links. Returns the page before the change;
   * null when the change would exceed the maximum.
   */
  claimLinks(tx: Tx, creatorId: string, claim: LinkClaim): Promise<BioPageDoc | null>;
}

export function bioPageStore(database: Collections): BioPageStore {
  const pages = database.collection(bioPages);
  return {
    findByCreator: (creatorId, tx) => pages.findOne({ creatorId }, { tx }),
    listByCreators: async (creatorIds) => (creatorIds.length === 0 ? [] : pages.find({ creatorId: { $in: [...creatorIds] } })),
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
