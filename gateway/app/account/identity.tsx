import type { ComponentChildren, VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Time, Written } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { abandonKyc, startKyc, submitKyc } from "#libs/contracts/creator/kyc.ts";
import type { KycReason } from "#libs/contracts/creator/terms.ts";
import { api } from "../client/api.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { ForCreators } from "../ui/for-creators.tsx";
import { REASON_TEXTS } from "../ui/identity-texts.ts";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork, type Work } from "../ui/use-work.ts";
import { IdentityForm } from "./identity/identity-form.tsx";
import { type IdentityCheck, ownCheck } from "./identity/own-check.ts";
import { SettingsTabs } from "./settings-tabs.tsx";

/** Whether the creator's identity is verified. The first payout requires it. */
export default function Identity(): VNode {
  return (
    <>
      <SettingsTabs current="identity" />
      <ForCreators>
        <Check />
      </ForCreators>
    </>
  );
}

function Check(): VNode {
  const query = useQuery("identity", ownCheck);
  const work = useWork();
  useNews(query.reload);
  return (
    <Loaded query={query}>
      {({ creatorId, check }) => (
        <div class="card">
          <State check={check} />
          {work.failure !== null && <ErrorNote error={work.failure} />}
          {check.session?.form ? (
            <IdentityForm key={check.session.id} creatorId={creatorId} stored={check.session.form} changed={query.reload} />
          ) : (
            <WaysOn creatorId={creatorId} check={check} work={work} changed={query.reload} />
          )}
        </div>
      )}
    </Loaded>
  );
}

interface Words {
  readonly kind: "neutral" | "good" | "warn" | "danger";
  readonly badge: TextKey;
  readonly text: TextKey;
}

const WORDS: Readonly<Record<IdentityCheck["kycStatus"], Words>> = {
  NOT_STARTED: { kind: "neutral", badge: "page.identity.none", text: "page.identity.why" },
  IN_PROGRESS: { kind: "warn", badge: "page.identity.begun", text: "page.identity.why" },
  IN_REVIEW: { kind: "neutral", badge: "page.identity.review", text: "page.identity.wait" },
  APPROVED: { kind: "good", badge: "page.identity.confirmed", text: "page.identity.ready" },
  REJECTED: { kind: "danger", badge: "page.identity.refused", text: "page.identity.final" },
  RESUBMISSION_REQUIRED: { kind: "warn", badge: "page.identity.incomplete", text: "page.identity.again" },
  EXPIRED: { kind: "warn", badge: "page.identity.expired", text: "page.identity.why" },
};

/** State of the identity check, its reason and its expiry. */
function State({ check: { kycStatus, session, reasons, reason, validUntil } }: { readonly check: IdentityCheck }): VNode {
  const { t } = useReader();
  const { kind, badge, text } = WORDS[kycStatus];
  const hasPage = kycStatus === "IN_PROGRESS" && session !== null && session.url !== null;
  return (
    <div role="status">
      <p>
        <Badge kind={kind}>{t(badge)}</Badge>
      </p>
      <p>{t(hasPage ? "page.identity.show" : session?.form ? "page.identity.fillIn" : text)}</p>
      <Reasons reasons={reasons} words={reason} />
      {kycStatus === "RESUBMISSION_REQUIRED" && <p>{t("page.identity.rest")}</p>}
      {kycStatus === "APPROVED" && validUntil !== null && (
        <p class="hint">
          <Sentence of="page.identity.until" parts={{ time: <Time at={validUntil} as="date" /> }} />
        </p>
      )}
    </div>
  );
}

/** Why a check was not approved, and the words of the staff. */
function Reasons({ reasons, words }: { readonly reasons: readonly KycReason[]; readonly words: string | null }): VNode {
  const { t } = useReader();
  const named = reasons.filter((reason) => reason !== "OTHER");
  return (
    <>
      {named.length > 0 && (
        <ul>
          {named.map((reason) => (
            <li key={reason}>{t(REASON_TEXTS[reason])}</li>
          ))}
        </ul>
      )}
      {words !== null && <Written text={words} />}
    </>
  );
}

interface WaysOnProps {
  readonly creatorId: string;
  readonly check: IdentityCheck;
  readonly work: Work;
  changed(): void;
}

/** The actions that the creator can take now, the likeliest first. */
function WaysOn({ creatorId, check: { kycStatus, session }, work: { busy, run }, changed }: WaysOnProps): VNode | null {
  const { t } = useReader();
  const params = { creatorId };
  // A refusal means that the state changed elsewhere, so the page reloads after success and failure.
  const then = (work: () => Promise<unknown>) => () => void run(work).then(changed);
  const start = then(() => api.call(startKyc, params));
  const submit = then(() => api.call(submitKyc, params));
  const stop = then(() => api.call(abandonKyc, params));
  const actions = (children: ComponentChildren) => <p class="actions">{children}</p>;
  switch (kycStatus) {
    case "NOT_STARTED":
    case "EXPIRED":
    case "RESUBMISSION_REQUIRED":
      return actions(
        <Button kind="primary" busy={busy} onClick={start}>
          {t(kycStatus === "NOT_STARTED" ? "page.identity.start" : "page.identity.restart")}
        </Button>,
      );
    case "IN_PROGRESS":
      return actions(
        <>
          {session?.url && (
            <a class="button primary" href={session.url} target="_blank" rel="noreferrer">
              {t("page.identity.documents")}
            </a>
          )}
          <Button kind={session?.url ? "plain" : "primary"} busy={busy} onClick={submit}>
            {t("page.identity.submit")}
          </Button>
          <Button busy={busy} onClick={stop}>
            {t("page.identity.stop")}
          </Button>
        </>,
      );
    case "APPROVED":
      return actions(<a href="/payouts">{t("page.payouts.title")}</a>);
    case "REJECTED":
      return actions(<a href="/support">{t("page.support.ask")}</a>);
    case "IN_REVIEW":
      return null;
  }
}
