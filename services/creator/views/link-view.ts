import type { BioLinkDoc } from "../data/bio-link.model.ts";

/** A link as visitors see it. */
export function publicLinkView({ _id, kind, title, url, icon, order }: BioLinkDoc) {
  return { id: _id, kind, title, url, icon, order };
}

/** A link as its owner sees it. */
export function linkView(link: BioLinkDoc) {
  const { enabled, startsAt, endsAt, clicks, createdAt, updatedAt } = link;
  return {
    ...publicLinkView(link),
    enabled,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    clicks,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
