import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type BioPage, bioPageModel } from "./bio-page.model.ts";

export type PageFields = Partial<Pick<BioPage, "bio" | "templateId" | "published" | "embedEnabled">>;

export interface BioPageStore {
  byCreator(creatorId: string): Promise<BioPage | null>;
  insert(tx: Tx, page: BioPage): Promise<void>;
  change(tx: Tx, creatorId: string, fields: PageFields, at: Date): Promise<BioPage | null>;
  /**
   * Makes a change of the page's links come before or after every other one, and counts them. The page as it was; null
   * when it would have more links than allowed.
   */
  claimLinks(tx: Tx, creatorId: string, change: { readonly by: -1 | 0 | 1; readonly most?: number }): Promise<BioPage | null>;
}

export function bioPageStore(connection: Connection): BioPageStore {
  const pages = bioPageModel(connection);
  return {
    byCreator: (creatorId) => pages.findOne({ creatorId }).lean<BioPage>(),
    async insert(tx, page) {
      await pages.insertOne(page, { session: tx });
    },
    change: (tx, creatorId, fields, at) =>
      pages
        .findOneAndUpdate({ creatorId }, { $set: { ...fields, updatedAt: at } }, { session: tx, returnDocument: "after" })
        .lean<BioPage>(),
    claimLinks: (tx, creatorId, { by, most }) =>
      pages
        .findOneAndUpdate(
          { creatorId, ...(most !== undefined && { links: { $lt: most } }) },
          { $inc: { links: by, linkChanges: 1 } },
          { session: tx, returnDocument: "before" },
        )
        .lean<BioPage>(),
  };
}
