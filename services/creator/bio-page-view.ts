import type { BioPage } from "./data/bio-page.model.ts";

/** A bio page as its owner sees it (spec 2.3). */
export function bioPageView({ _id, creatorId, bio, templateId, published, embedEnabled }: BioPage) {
  return { id: _id, creatorId, bio, templateId, published, embedEnabled };
}
