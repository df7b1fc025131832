import { AboutCreator } from "#gateway/ui/creator/about-creator.tsx";
import { nameOf } from "#gateway/ui/creator/creator-name.ts";
import { templateOf } from "#gateway/ui/templates.ts";
import { getPublicBio, type PublicBio } from "#libs/contracts/creator/index.ts";
import type { Page, PageContext, View } from "../page.ts";
import { Consent, PrivacyChoices, Tracker } from "./counting.tsx";
import { CreatorHead } from "./creator-head.tsx";
import { Follow, OfferBar, OfferCard } from "./creator-offer.tsx";

/** The public page of a creator. */
export const creatorPage: Page = {
  path: "/{username}",
  shell: "public",
  isRemembered: true,
  async view(about) {
    const creator = await creatorOf(about);
    if (about.refusesTracking) return creatorView(creator, about, null);
    const token = await about.trackingToken(creator.bioPageId);
    return { ...creatorView(creator, about, token ?? ""), isIncomplete: token === null };
  },
};

/** The creator in the path. Throws 404 for unknown and hidden ones alike. */
export function creatorOf({ ask, params }: PageContext): Promise<PublicBio> {
  return ask(getPublicBio, { username: params.username ?? "" });
}

/** @param token null: the view is not counted; empty: the tracker fetches a token when it needs one */
function creatorView(creator: PublicBio, about: PageContext, token: string | null): View {
  const { t } = about;
  return {
    title: nameOf(creator),
    template: templateOf(creator.templateId),
    head: (
      <>
        <CreatorHead creator={creator} about={about} />
        {token !== null && <Tracker bioPageId={creator.bioPageId} creatorId={creator.creatorId} token={token} />}
      </>
    ),
    main: (
      <div class="creator">
        <article>
          <AboutCreator creator={creator} about={about} />
          <div class="actions">
            <Follow creator={creator} about={about} />
          </div>
          {token !== null && <PrivacyChoices t={t} />}
        </article>
        <OfferCard creator={creator} about={about} />
        <div class="foot-stack">
          {token !== null && <Consent t={t} />}
          <OfferBar creator={creator} about={about} />
        </div>
      </div>
    ),
  };
}
