import { implement } from "#libs/contract-kit/implement.ts";
import { getPublicBio } from "#libs/contracts/creator.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { isShown } from "../domain/link-rules.ts";
import { isPublic, takesMessages } from "../domain/public-page.ts";
import { publicLinkView } from "../link-view.ts";

/** GET /bio/{username}: who must not be seen does not exist. */
export const getPublicBioAction = ({ clock, profiles, bioPages, links, packages }: Deps) =>
  implement(getPublicBio, async ({ params }) => {
    const username = params.username.toLowerCase();
    const profile = await profiles.byUsername(username);
    const page = profile && (await bioPages.byCreator(profile._id));
    if (!page || !isPublic({ ...profile, published: page.published })) throw new AppError("bio.error.not_found");
    const offer = await packages.active(profile._id);
    const now = clock.now();
    const shown = (await links.ofCreator(profile._id)).filter((link) => isShown(link, now));
    return {
      bioPageId: page._id,
      creatorId: profile._id,
      username,
      displayName: profile.displayName,
      avatarUrl: profile.avatarUrl,
      bio: page.bio,
      templateId: page.templateId,
      level: profile.level,
      dmActive: takesMessages(profile),
      dmType: profile.dmType,
      price: offer ? formatMoney(offer.price) : null,
      currency: CURRENCY,
      links: shown.map(publicLinkView),
      socials: [],
    };
  });
