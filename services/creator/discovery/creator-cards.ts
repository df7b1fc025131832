import type { BioPageStore } from "../data/bio-page.store.ts";
import type { CardRow } from "../data/discovery.store.ts";
import type { DmPackageStore } from "../data/dm-package.store.ts";
import { cardFactsView, creatorCardView } from "../views/creator-card-view.ts";

interface FactStores {
  readonly bioPages: BioPageStore;
  readonly packages: DmPackageStore;
}

/** The cards of a page of creators. Their facts cost one query for the prices of all, and one for their pages. */
export async function creatorCards({ bioPages, packages }: FactStores, rows: readonly CardRow[], include: "facts" | undefined) {
  if (include === undefined) return rows.map(creatorCardView);
  const ids = rows.map(({ _id }) => _id);
  const [offers, pages] = await Promise.all([packages.listActive(ids), bioPages.listByCreators(ids)]);
  const offerOf = new Map(offers.map((offer) => [offer.creatorId, offer]));
  const pageOf = new Map(pages.map((page) => [page.creatorId, page]));
  return rows.map((row) => ({ ...creatorCardView(row), facts: cardFactsView(row, offerOf.get(row._id), pageOf.get(row._id)) }));
}
