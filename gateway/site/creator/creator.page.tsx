import type { ComponentChildren, VNode } from "preact";
import { AboutCreator } from "#gateway/ui/creator/about-creator.tsx";
import { nameOf } from "#gateway/ui/creator/creator-name.ts";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { templateOf } from "#gateway/ui/templates.ts";
import { getPublicBio, type PublicBio } from "#libs/contracts/creator/index.ts";
import { subscribeEmail } from "#libs/contracts/notification/index.ts";
import { Again } from "../forms/token-page.tsx";
import type { Outcome } from "../outcomes.ts";
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
  form: {
    keeps: ["email"],
    refusals: ["error.validation_failed"],
    async send(fields, about) {
      await creatorOf(about);
      await about.ask(subscribeEmail, { email: fields.get("email") ?? "" });
    },
    async outcome(outcome, about) {
      const view = creatorView(await creatorOf(about), about, { token: null, outcome });
      return { ...view, ...(outcome.refusal ? { status: 400 } : {}), noindex: true };
    },
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
  readonly outcome?: Outcome | undefined;
}

function creatorView(creator: PublicBio, about: PageContext, { token, outcome }: Shown): View {
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
          {outcome?.refusal === null && (
            <p class="notice good" role="status">
              {t("page.creator.newsSent")}
            </p>
          )}
          <AboutCreator creator={creator} about={about}>
            <button type="button" class="quiet until-script" data-share data-copied={t("page.creator.copied")}>
              {t("page.creator.share")}
            </button>
          </AboutCreator>
          <div class="actions">
            <Follow creator={creator} about={about} />
            <News creator={creator} about={about} outcome={outcome} />
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

function News({ creator, about, outcome }: CreatorProps & Pick<Shown, "outcome">): VNode {
  const { t } = about;
  const form = (refused: ComponentChildren) => (
    <form method="post" action={`/${creator.username}`}>
      <Field label={t("page.login.email")} name="email" type="email" value={outcome?.fields.email ?? ""} autocomplete="email" required />
      {refused}
      <Button type="submit">{t("page.creator.subscribe")}</Button>
    </form>
  );
  const refusal = outcome?.refusal ?? null;
  return (
    <details open={refusal !== null}>
      <summary>{t("page.creator.news")}</summary>
      {refusal === null ? form(null) : <Again context={about} refusal={refusal} fields={["email"]} form={form} />}
    </details>
  );
}
