import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Money, Time } from "#gateway/ui/parts/values.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import { rejectSettlement, settleUnclaimed, UNCLAIMED_DECISIONS, type UnclaimedDecision } from "#libs/contracts/wallet/leaving.ts";
import { Decision, type DecisionProps } from "../../parts/decision.tsx";
import { askForMissingNames } from "../../parts/names.ts";
import { Person, PersonName } from "../../parts/person.tsx";
import { useStaff } from "../../parts/staff.ts";
import { staffApi } from "../../staff-session.ts";
import { MAX_REASON } from "../max-reason.ts";
import { Turn } from "../turn.tsx";
import { FirstRequest } from "../two-people/first-request.tsx";
import { Proposal } from "../two-people/proposal.tsx";
import { findUnclaimed, settlementOf, type Unclaimed, UnclaimedState } from "./unclaimed.tsx";

interface UnclaimedCaseProps {
  readonly item: Unclaimed;
  changed(): void;
}

/** Money of one deleted account: whose it was, who claims it, what the first of two people has asked for, and the decisions. */
export function UnclaimedCase({ item, changed }: UnclaimedCaseProps): VNode {
  const { t } = useReader();
  const { userId, amount, currency, status, claimantId, claimedAt, openedAt, decidedBy, decidedAt } = item;
  return (
    <>
      <h1 tabIndex={-1}>
        <Sentence of="page.staffMoney.unclaimed" parts={{ amount: <Money amount={amount} currency={currency} /> }} />
      </h1>
      <Facts
        of={[
          [t("page.staffMoney.formerHolder"), <Person key="former" userId={userId} />],
          [t("page.console.state"), <UnclaimedState key="state" status={status} />],
          [t("page.staffMoney.unclaimedSince"), <Time key="since" at={openedAt} />],
          ...(claimantId === null ? [] : [[t("page.staffMoney.claimant"), <Person key="claimant" userId={claimantId} />] as const]),
          ...(claimedAt === null ? [] : [[t("page.staffMoney.claimArrived"), <Time key="claimed" at={claimedAt} />] as const]),
          ...firstFact(t("page.staffMoney.firstRequest"), item),
          ...(decidedBy === null ? [] : [[t("page.staffMoney.decidedBy"), <Person key="by" userId={decidedBy} />] as const]),
          ...(decidedAt === null ? [] : [[t("page.staffMoney.settled"), <Time key="decided" at={decidedAt} />] as const]),
        ]}
      />
      <Decisions {...{ item, changed }} />
    </>
  );
}

/** What the first of the two people has asked for, and why. */
function firstFact(title: string, { approval }: Unclaimed): readonly (readonly [string, VNode])[] {
  return approval === null ? [] : [[title, <First key="first" of={approval} />]];
}

function First({ of }: { readonly of: NonNullable<Unclaimed["approval"]> }): VNode {
  const { t } = useReader();
  return <FirstRequest of={of}>{t(settlementOf(of.decision).verb)}</FirstRequest>;
}

/** A decision that was asked for waits for another person, and may be withdrawn or refused; a different one may be asked for. An open dialog stays. */
function Decisions({ item, changed }: UnclaimedCaseProps): VNode | null {
  const { t } = useReader();
  const { me, may } = useStaff();
  const [open, setOpen] = useState<UnclaimedDecision | null>(null);
  const possible = UNCLAIMED_DECISIONS.filter((decision) => settlementOf(decision).from.includes(item.status));
  if (!may(settleUnclaimed)) return null;
  if (item.claimantId === me.id) return possible.length > 0 ? <p class="notice">{t("page.staffMoney.ownWallet")}</p> : null;
  const own = item.approval?.by === me.id ? item.approval.decision : null;
  return (
    <>
      <Proposed {...{ item, changed }} />
      <p class="actions">
        {possible
          .filter((decision) => decision !== own)
          .map((decision) => {
            const { verb, kind, keys } = settlementOf(decision);
            // The key that refuses is that of the proposal.
            const isFree = keys !== undefined && (keys !== "x" || item.approval === null);
            return (
              <Button key={decision} kind={kind} {...(isFree && { keys })} onClick={() => setOpen(decision)}>
                {t(verb)}
              </Button>
            );
          })}
      </p>
      {open !== null && <Settle key={open} {...{ item, changed }} decision={open} close={() => setOpen(null)} />}
    </>
  );
}

/** What the first person has asked for, which they may withdraw and a colleague may refuse. */
function Proposed({ item, changed }: UnclaimedCaseProps): VNode | null {
  const { t } = useReader();
  const { unclaimedId, approval } = item;
  if (approval === null) return null;
  return (
    <div class="notice">
      <Proposal
        of={approval}
        id={`settle ${unclaimedId}`}
        facts={factsOf(t, item)}
        rejects={rejectSettlement}
        reject={(reason, idempotencyKey) => staffApi.call(rejectSettlement, { unclaimedId, reason }, { idempotencyKey })}
        done={changed}
      >
        {t(settlementOf(approval.decision).verb)}
      </Proposal>
    </div>
  );
}

/** What all dialogs name. */
function factsOf(t: Texts, item: Unclaimed): DecisionProps["facts"] {
  const { userId, claimantId, amount, currency } = item;
  return [
    [t("page.staffMoney.formerHolder"), <Person key="former" userId={userId} isPlain />],
    ...(claimantId === null ? [] : [[t("page.staffMoney.claimant"), <Person key="claimant" userId={claimantId} isPlain />] as const]),
    [t("page.staffMoney.amount"), <Money key="amount" amount={amount} currency={currency} />],
    ...firstFact(t("page.staffMoney.firstRequest"), item),
  ];
}

interface SettleProps extends UnclaimedCaseProps {
  readonly decision: UnclaimedDecision;
  close(): void;
}

/** The first person reads that nothing moves yet, the second one what follows and who was first. */
function Settle({ item, decision, changed, close }: SettleProps): VNode {
  const { t } = useReader();
  const { unclaimedId, userId, amount, currency, status, claimantId, approval } = item;
  const { verb, what, kind, to } = settlementOf(decision);
  const isSecond = approval?.decision === decision;
  const parts = { amount: <Money amount={amount} currency={currency} />, name: <PersonName userId={claimantId ?? userId} /> };
  return (
    <Decision
      id={[`unclaimed ${decision}`, unclaimedId]}
      title={t(verb)}
      verb={t(verb)}
      kind={kind}
      facts={[
        ...factsOf(t, item),
        [
          t("page.console.state"),
          <Turn
            key="state"
            from={<UnclaimedState status={status} />}
            to={isSecond ? <UnclaimedState status={to} /> : <Badge kind="neutral">{t("page.staffMoney.waitsForSecond")}</Badge>}
          />,
        ],
      ]}
      reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
      send={(reason, idempotencyKey) => staffApi.call(settleUnclaimed, { unclaimedId, decision, reason }, { idempotencyKey })}
      meanwhile={() => meanwhile(unclaimedId, decision)}
      done={changed}
      close={close}
    >
      {!isSecond && <>{t("page.staffMoney.settleFirstWhat")} </>}
      <Sentence of={what} parts={parts} />
    </Decision>
  );
}

/** Null: the decision is still possible, so the refusal was about something else. */
async function meanwhile(unclaimedId: string, asked: UnclaimedDecision) {
  const now = await findUnclaimed(unclaimedId);
  if (now === null || settlementOf(asked).from.includes(now.status)) return null;
  const { status, decidedBy, decidedAt } = now;
  await askForMissingNames(decidedBy === null ? [] : [decidedBy]);
  return { state: <UnclaimedState status={status} />, by: decidedBy, at: decidedAt };
}
