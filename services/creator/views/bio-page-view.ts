import type { BioPageDoc } from "../data/bio-page.store.ts";

/** A bio page as its owner sees it (spec 2.3). */
export function bioPageView({ _id, creatorId, bio, templateId, published, embedEnabled }: BioPageDoc) {
  return { id: _id, creatorId, bio, templateId, published, embedEnabled };
}
