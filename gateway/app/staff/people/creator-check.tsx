import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name, Time } from "#gateway/ui/parts/values.tsx";
import { getIdentityCheck } from "#libs/contracts/creator/identity-review.ts";
import { setKycStatus } from "#libs/contracts/creator/kyc.ts";
import { KYC_REASONS, type KycReason } from "#libs/contracts/creator/terms.ts";
import { REASON_TEXTS } from "../../ui/identity-texts.ts";
import { OnDemand } from "../parts/on-demand.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { type Creator, type CreatorProps, creatorOf } from "./creator.ts";
import { KycState } from "./states.tsx";
import { type Step, Steps } from "./steps.tsx";

type Next = Creator["kycNext"][number];

const STEPS: Readonly<Record<Next, Step>> = {
  APPROVED: { verb: "page.staffPeople.approve", what: "page.staffPeople.approveCheck", kind: "primary", reason: null, keys: "a" },
  REJECTED: { verb: "page.staffPeople.refuse", what: "page.staffPeople.refuseCheck", kind: "danger", reason: "person", keys: "x" },
  RESUBMISSION_REQUIRED: { verb: "page.staffPeople.askAgain", what: "page.staffPeople.askAgainCheck", kind: "danger", reason: "person" },
  IN_PROGRESS: { verb: "page.identity.start", what: "page.staffPeople.startCheck", kind: "primary", reason: null },
  IN_REVIEW: { verb: "page.staffPeople.toReview", what: "page.staffPeople.reviewCheck", kind: "primary", reason: null },
  EXPIRED: { verb: "page.staffPeople.expire", what: "page.staffPeople.expireCheck", kind: "danger", reason: null },
  NOT_STARTED: { verb: "page.identity.stop", what: "page.staffPeople.stopCheck", kind: "danger", reason: null },
};

/** What was sent, with the part of the page that shows it. */
async function contentOf(creatorId: string) {
  const { CheckContent, checkOf } = await import("./check-content.tsx");
  return { CheckContent, check: await checkOf(creatorId) };
}

interface CreatorCheckProps extends Pick<CreatorProps, "item"> {
  /** @param to the state that was decided; null: a colleague has decided */
  changed(to: Next | null): void;
}

/** The identity check of a creator: its state, what was sent, and the decision. */
export function CreatorCheck({ item, changed }: CreatorCheckProps): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  const id = useId();
  const { creatorId, userId, kycStatus, kycNext, kyc } = item;
  const [unread, setUnread] = useState<number | null>(null);
  const [reasons, setReasons] = useState<readonly KycReason[]>([]);
  const facts = [
    [t("page.console.state"), <KycState key="state" state={kycStatus} />] as const,
    ...(kyc.changedAt === null ? [] : [[t("page.staffPeople.changed"), <Time key="changed" at={kyc.changedAt} />] as const]),
    ...(kyc.reasons.length === 0 ? [] : [[t("page.staffPeople.grounds"), <Grounds key="grounds" of={kyc.reasons} />] as const]),
    ...(kyc.reason === null ? [] : [[t("page.console.reason"), <Name key="reason">{kyc.reason}</Name>] as const]),
  ];
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("page.identity.title")}</h2>
      <Facts of={facts} />
      {kyc.validUntil !== null && (
        <p class="hint">
          <Sentence of="page.identity.until" parts={{ time: <Time at={kyc.validUntil} as="date" /> }} />
        </p>
      )}
      {may(getIdentityCheck) && (
        <OnDemand title="page.staffPeople.form" load={() => contentOf(creatorId)}>
          {({ CheckContent, check }) => <CheckContent check={check} follow={setUnread} />}
        </OnDemand>
      )}
      <Steps
        userId={userId}
        changed={changed}
        of="check"
        about={t("page.identity.title")}
        now={kycStatus}
        next={kycNext}
        steps={STEPS}
        Shown={KycState}
        fields={(to) =>
          STEPS[to].reason === "person" ? (
            <ReasonChoice of={reasons} change={setReasons} />
          ) : (
            to === "APPROVED" && unread !== 0 && <p class="notice warn">{t("page.staffPeople.notOpened")}</p>
          )
        }
        send={(to, reason, idempotencyKey) => {
          const why = STEPS[to].reason === "person" ? { reasons: [...reasons], reason } : {};
          return staffApi.call(setKycStatus, { creatorId, kycStatus: to, ...why }, { idempotencyKey });
        }}
        meanwhile={async () => {
          const { kycStatus: state, kyc: now } = await creatorOf(creatorId);
          return { state: <KycState state={state} />, by: null, at: now.changedAt };
        }}
      />
    </section>
  );
}

/** The reasons of a closed list, in the words that the creator reads. */
function ReasonChoice({ of, change }: { readonly of: readonly KycReason[]; change(reasons: readonly KycReason[]): void }): VNode {
  const { t } = useReader();
  return (
    <fieldset>
      <legend>{t("page.staffPeople.grounds")}</legend>
      {KYC_REASONS.map((reason) => (
        <label key={reason} class="option">
          <input
            type="checkbox"
            checked={of.includes(reason)}
            onChange={({ currentTarget: { checked } }) => change(checked ? [...of, reason] : of.filter((each) => each !== reason))}
          />
          <GroundText of={reason} />
        </label>
      ))}
    </fieldset>
  );
}

function Grounds({ of }: { readonly of: readonly KycReason[] }): VNode {
  return (
    <ul>
      {of.map((reason) => (
        <li key={reason}>
          <GroundText of={reason} />
        </li>
      ))}
    </ul>
  );
}

function GroundText({ of }: { readonly of: KycReason }): VNode {
  const { t } = useReader();
  return <>{t(of === "OTHER" ? "page.report.other" : REASON_TEXTS[of])}</>;
}
