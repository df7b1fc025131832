import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type BioPage, bioPageModel } from "./bio-page.model.ts";

export interface BioPageStore {
  byCreator(creatorId: string): Promise<BioPage | null>;
  insert(tx: Tx, page: BioPage): Promise<void>;
}

export function bioPageStore(connection: Connection): BioPageStore {
  const pages = bioPageModel(connection);
  return {
    byCreator: (creatorId) => pages.findOne({ creatorId }).lean<BioPage>(),
    async insert(tx, page) {
      await pages.insertOne(page, { session: tx });
    },
  };
}
