import type { VNode } from "preact";
import { AboutCreator } from "#gateway/ui/creator/about-creator.tsx";
import { nameOf } from "#gateway/ui/creator/creator-name.ts";
import { Button, Field } from "#gateway/ui/parts/controls.tsx";
import { templateOf } from "#gateway/ui/templates.ts";
import { getPublicBio, type PublicBio } from "#libs/contracts/creator/index.ts";
import { subscribeEmail } from "#libs/contracts/notification/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
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
    if (about.refusesTracking) return creatorView(creator, about, { token: null });
    const token = await about.trackingToken(creator.bioPageId);
    return { ...creatorView(creator, about, { token: token ?? "" }), isIncomplete: token === null };
  },
  async submit(fields, about) {
    const creator = await creatorOf(about);
    try {
      await about.ask(subscribeEmail, { email: fields.get("email") ?? "" });
      return { ...creatorView(creator, about, { token: null, subscription: "sent" }), noindex: true };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 400) throw error;
      return { ...creatorView(creator, about, { token: null, subscription: "refused" }), status: 400, noindex: true };
    }
  },
};

/** The creator in the path. Throws 404 for unknown and hidden ones alike. */
export function creatorOf({ ask, params }: PageContext): Promise<PublicBio> {
  return ask(getPublicBio, { username: params.username ?? "" });
}

interface Shown {
  /** Null: the view is not counted. Empty: the tracker fetches a token when it needs one. */
  readonly token: string | null;
  /** Outcome of the form "Get news by email". */
  readonly subscription?: "sent" | "refused";
}

function creatorView(creator: PublicBio, about: PageContext, { token, subscription }: Shown): View {
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
          {subscription === "sent" && (
            <p class="notice good" role="status">
              {t("page.creator.newsSent")}
            </p>
          )}
          <AboutCreator creator={creator} about={about} />
          <div class="actions">
            <Follow creator={creator} about={about} />
            <News creator={creator} about={about} isRefused={subscription === "refused"} />
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

interface CreatorProps {
  readonly creator: PublicBio;
  readonly about: PageContext;
}

function News({ creator, about: { t }, isRefused }: CreatorProps & { readonly isRefused: boolean }): VNode {
  const problem = isRefused ? t("page.creator.newsProblem") : null;
  return (
    <details open={isRefused}>
      <summary>{t("page.creator.news")}</summary>
      <form method="post" action={`/${creator.username}`}>
        <Field label={t("page.login.email")} name="email" type="email" autocomplete="email" required problem={problem} />
        <Button type="submit">{t("page.creator.subscribe")}</Button>
      </form>
    </details>
  );
}
