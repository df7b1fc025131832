import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import { approvePayout, failPayout } from "#libs/contracts/wallet/payouts.ts";
import { settlePayout } from "#libs/contracts/wallet/settlements.ts";
import { Decision } from "../../parts/decision.tsx";
import { askForMissingNames } from "../../parts/names.ts";
import { OnDemand } from "../../parts/on-demand.tsx";
import { Person, PersonName } from "../../parts/person.tsx";
import { useStaff } from "../../parts/staff.ts";
import { staffApi } from "../../staff-session.ts";
import { MAX_REASON } from "../max-reason.ts";
import { Turn } from "../turn.tsx";
import { SettleByHand, settlementFacts } from "../two-people/settle-by-hand.tsx";
import { WALLET_NAMES, type Wallet, walletsOf } from "../wallets-of.tsx";
import { WhyHindered } from "./hindered.tsx";
import { findPayout, isUndecided, latestPayoutsOf, type Payout, PayoutState } from "./payout.tsx";
import { WithdrawApproval } from "./withdraw-approval.tsx";

interface PayoutCaseProps {
  readonly item: Payout;
  changed(): void;
}

/** One payout: the person and the amount, the two decisions, and what one wants to know before. */
export function PayoutCase({ item, changed }: PayoutCaseProps): VNode {
  const { t } = useReader();
  const {
    payoutId,
    userId,
    amount,
    currency,
    methodLabel,
    methodKind,
    status,
    reason,
    requestedAt,
    settledAt,
    decidedBy,
    approval,
    settlement,
  } = item;
  const more = [
    ...(approval === null
      ? []
      : [
          [
            t("page.staffMoney.firstApproval"),
            <span key="first">
              <Person userId={approval.by} /> <Time at={approval.at} />
            </span>,
          ] as const,
        ]),
    ...settlementFacts(t, settlement, PayoutState),
    ...(settledAt === null ? [] : [[t("page.staffMoney.settled"), <Time key="settled" at={settledAt} />] as const]),
    ...(decidedBy === null ? [] : [[t("page.staffMoney.decidedBy"), <Person key="by" userId={decidedBy} />] as const]),
    ...(reason === null ? [] : [[t("page.console.reason"), <Name key="reason">{reason}</Name>] as const]),
  ];
  return (
    <>
      <h1 tabIndex={-1}>
        <Sentence of="page.staffMoney.payout" parts={{ amount: <Money amount={amount} currency={currency} /> }} />
      </h1>
      <Facts
        of={[
          [t("page.staffMoney.person"), <Person key="person" userId={userId} />],
          [t("page.console.state"), <PayoutState key="state" status={status} />],
          [
            t("page.staffMoney.method"),
            <span key="method">
              <Name>{methodLabel || methodKind}</Name>
            </span>,
          ],
          [t("page.staffMoney.requested"), <Time key="requested" at={requestedAt} />],
          ...more,
        ]}
      />
      <Decisions item={item} changed={changed} />
      <OnDemand title="page.staffMoney.wallets" load={() => walletsOf(userId)}>
        {(wallets) => <Wallets of={wallets} />}
      </OnDemand>
      <OnDemand title="page.staffMoney.otherPayouts" load={() => latestPayoutsOf(userId)}>
        {(payouts) => <OtherPayouts of={payouts.filter((each) => each.payoutId !== payoutId)} />}
      </OnDemand>
    </>
  );
}

/** Approve and refuse; a sentence when one may do neither. An open dialog stays when the payout is decided elsewhere. */
function Decisions({ item, changed }: PayoutCaseProps): VNode | null {
  const { t } = useReader();
  const { me, may } = useStaff();
  const [open, setOpen] = useState<"approve" | "refuse" | null>(null);
  const { payoutId } = item;
  const isOpen = isUndecided(item.status);
  const isFirst = item.status === "REQUESTED" && item.approvals === 2;
  const hasApproved = item.approval?.by === me.id;
  if (item.userId === me.id) return isOpen ? <p class="notice">{t("page.staffMoney.ownPayout")}</p> : null;
  const { facts, parts } = factsOf(t, item, open === "approve" ? (isFirst ? "APPROVED" : "PROCESSING") : "FAILED");
  const common = { facts, done: changed, close: () => setOpen(null), meanwhile: () => meanwhile(payoutId) };
  return (
    <>
      <WhyHindered of={item} />
      {isOpen && item.approvals === 2 && (
        <p class="notice">
          <Sentence of="page.staffMoney.needsTwo" parts={{ amount: <Money amount={item.weekSum} currency={item.currency} /> }} />{" "}
          {hasApproved && t("page.staffMoney.waitsForOther")}
        </p>
      )}
      <p class="actions">
        {isOpen && !hasApproved && may(approvePayout) && (
          <Button kind="primary" keys="a" onClick={() => setOpen("approve")}>
            {t("page.staffMoney.approve")}
          </Button>
        )}
        {isOpen && may(failPayout) && (
          <Button kind="danger" keys="x" onClick={() => setOpen("refuse")}>
            {t("page.staffMoney.refuse")}
          </Button>
        )}
      </p>
      {isOpen && hasApproved && (
        <WithdrawApproval {...{ payoutId }} facts={factsOf(t, item, "REQUESTED").facts} done={changed} meanwhile={common.meanwhile} />
      )}
      {item.providerGone && <Settlement item={item} changed={changed} />}
      {open === "approve" && (
        <Decision
          {...common}
          id={["approve payout", payoutId]}
          title={t("page.staffMoney.approvePayout")}
          verb={t("page.staffMoney.approve")}
          kind="primary"
          reason={null}
          send={(_, idempotencyKey) => staffApi.call(approvePayout, { payoutId }, { idempotencyKey })}
        >
          <Sentence of={isFirst ? "page.staffMoney.approveFirstWhat" : "page.staffMoney.approveWhat"} parts={parts} />
        </Decision>
      )}
      {open === "refuse" && (
        <Decision
          {...common}
          id={["refuse payout", payoutId]}
          title={t("page.staffMoney.refusePayout")}
          verb={t("page.staffMoney.refuse")}
          kind="danger"
          reason={{ readBy: <Sentence of="page.console.readBy" parts={parts} />, maxLength: MAX_REASON }}
          send={(reason, idempotencyKey) => staffApi.call(failPayout, { payoutId, reason }, { idempotencyKey })}
        >
          <Sentence of="page.staffMoney.refuseWhat" parts={parts} />
        </Decision>
      )}
    </>
  );
}

/** Two people say what became of it at the provider. */
function Settlement({ item, changed }: PayoutCaseProps): VNode {
  const { t } = useReader();
  const { payoutId } = item;
  const { parts } = factsOf(t, item, item.status);
  return (
    <SettleByHand
      {...{ item, parts }}
      id={["settle payout", payoutId]}
      settles={settlePayout}
      sent="PAID"
      notSent="FAILED"
      notSentWhat="page.staffMoney.refuseWhat"
      readBy={<Sentence of="page.console.readBy" parts={parts} />}
      factsTo={(next) => factsOf(t, item, next).facts}
      send={(outcome, reason, idempotencyKey) => staffApi.call(settlePayout, { payoutId, outcome, reason }, { idempotencyKey })}
      meanwhile={() => meanwhile(payoutId)}
      done={changed}
    />
  );
}

/** What the dialogs name. */
function factsOf(t: Texts, { userId, amount, currency, methodKind, methodLabel, status }: Payout, next: Payout["status"]) {
  const money = <Money amount={amount} currency={currency} />;
  const parts = { amount: money, name: <PersonName userId={userId} />, method: <Name>{methodLabel || methodKind}</Name> };
  const facts = [
    [t("page.staffMoney.person"), <Person key="person" userId={userId} isPlain />],
    [t("page.staffMoney.amount"), money],
    [t("page.console.state"), <Turn key="state" from={<PayoutState status={status} />} to={<PayoutState status={next} />} />],
  ] as const;
  return { facts, parts };
}

async function meanwhile(payoutId: string) {
  const payout = await findPayout(payoutId);
  if (payout === null) return null;
  const { status, decidedBy, settledAt } = payout;
  await askForMissingNames(decidedBy === null ? [] : [decidedBy]);
  return { state: <PayoutState status={status} />, by: decidedBy, at: settledAt };
}

function Wallets({ of }: { readonly of: readonly Wallet[] }): VNode {
  const { t } = useReader();
  return (
    <ul class="list">
      {of.map(({ kind, balance, currency, frozen }) => (
        <Row key={kind} id={kind} href={null} end={<Money amount={balance} currency={currency} />}>
          {t(WALLET_NAMES[kind])}
          {frozen && (
            <span>
              <Badge kind="danger">{t("page.staffMoney.frozen")}</Badge>
            </span>
          )}
        </Row>
      ))}
    </ul>
  );
}

function OtherPayouts({ of }: { readonly of: readonly Payout[] }): VNode {
  const { t } = useReader();
  if (of.length === 0) return <p>{t("page.staffMoney.noOthers")}</p>;
  return (
    <ul class="list">
      {of.map(({ payoutId, amount, currency, status, requestedAt }) => (
        <Row key={payoutId} href={`/admin/payouts/${payoutId}`} end={<Money amount={amount} currency={currency} />}>
          <Time at={requestedAt} />
          <span>
            <PayoutState status={status} />
          </span>
        </Row>
      ))}
    </ul>
  );
}
