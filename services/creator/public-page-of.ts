import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { BioPage } from "./data/bio-page.model.ts";
import type { CreatorProfile } from "./data/creator-profile.model.ts";
import type { Deps } from "./deps.ts";
import { isShown } from "./domain/link-rules.ts";
import { isPublic, takesMessages } from "./domain/public-page.ts";
import { publicLinkView } from "./link-view.ts";

type PageDeps = Pick<Deps, "bioPages" | "clock" | "links" | "packages" | "profiles" | "socials">;

/** The page of a username, and what strangers see of it. Throws bio.error.not_found: who must not be seen does not exist. */
export async function publicPageOf(deps: PageDeps, name: string) {
  const username = name.toLowerCase();
  const profile = await deps.profiles.byUsername(username);
  const page = profile && (await deps.bioPages.byCreator(profile._id));
  if (!page || !isPublic({ ...profile, published: page.published })) throw new AppError("bio.error.not_found");
  return { page, view: await viewOf(deps, profile, page, username) };
}

/** Spec 2.3 with what stands around it. Holds no token: trackers do not get theirs here. */
async function viewOf({ clock, links, packages, socials }: PageDeps, profile: CreatorProfile, page: BioPage, username: string) {
  const { _id: creatorId, displayName, avatarUrl, level, dmType } = profile;
  const [offer, allLinks, accounts] = await Promise.all([
    packages.active(creatorId),
    links.ofCreator(creatorId),
    socials.ofCreator(creatorId),
  ]);
  const now = clock.now();
  return {
    bioPageId: page._id,
    creatorId,
    username,
    displayName,
    avatarUrl,
    bio: page.bio,
    templateId: page.templateId,
    level,
    dmActive: takesMessages(profile),
    dmType,
    price: offer ? formatMoney(offer.price) : null,
    currency: CURRENCY,
    links: allLinks.filter((link) => isShown(link, now)).map(publicLinkView),
    socials: accounts.filter(({ verified }) => verified).map(({ platform, handle, url }) => ({ platform, handle, url })),
  };
}
