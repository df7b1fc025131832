import type { VNode } from "preact";
import type { PageContext } from "../page.ts";

interface TrackerProps {
  readonly bioPageId: string;
  readonly creatorId: string;
  readonly token: string;
  /** The page is embedded in another site, so only its view is counted. */
  readonly isEmbed?: true;
}

/** The script that counts visits. */
export function Tracker({ bioPageId, creatorId, token, isEmbed }: TrackerProps): VNode {
  return <script src="/t.js" async data-page={bioPageId} data-creator={creatorId} data-token={token} data-embed={isEmbed && ""} />;
}

/** Consent dialog for recording the visit. The tracker shows it to visitors who have not answered. */
export function Consent({ t }: Pick<PageContext, "t">): VNode {
  return (
    <div class="consent" id="consent" role="dialog" aria-labelledby="consent-question" aria-describedby="consent-why" hidden>
      <p id="consent-question">{t("page.consent.question")}</p>
      <p id="consent-why">{t("page.consent.why")}</p>
      <div>
        <button type="button" data-answer="granted">
          {t("page.consent.allow")}
        </button>
        <button type="button" data-answer="denied">
          {t("page.consent.refuse")}
        </button>
      </div>
    </div>
  );
}

/** Reopens the consent dialog. */
export function PrivacyChoices({ t }: Pick<PageContext, "t">): VNode {
  return (
    <button type="button" class="quiet until-script" id="privacy-choices">
      {t("page.consent.choices")}
    </button>
  );
}
