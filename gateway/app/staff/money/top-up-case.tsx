import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import { settleTopUp } from "#libs/contracts/wallet/settlements.ts";
import { resolveTopUp } from "#libs/contracts/wallet/top-ups.ts";
import { Decision } from "../parts/decision.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { MAX_REASON } from "./max-reason.ts";
import { findTopUp, REASONS, STATES, type TopUp, TopUpState } from "./top-up.tsx";
import { Turn } from "./turn.tsx";
import { SettleByHand, settlementFacts } from "./two-people/settle-by-hand.tsx";

interface TopUpCaseProps {
  readonly item: TopUp;
  changed(): void;
}

/** One top-up: what was asked for and what came, and the two decisions about it. */
export function TopUpCase({ item, changed }: TopUpCaseProps): VNode {
  const { t } = useReader();
  const { userId, amount, currency, status, reason, paid, number, refunded, disputed, createdAt, settledAt, decidedBy } = item;
  const { asked, reviewedFor, note, settlement } = item;
  const went = [["page.topup.refunded", refunded] as const, ["page.topup.disputed", disputed] as const];
  return (
    <>
      <h1 tabIndex={-1}>
        <Sentence of="page.staffMoney.topup" parts={{ amount: <Money amount={amount} currency={currency} /> }} />
      </h1>
      <Facts
        of={[
          [t("page.staffMoney.holder"), <Person key="person" userId={userId} />],
          [t("page.console.state"), <TopUpState key="state" status={status} />],
          ...(reason === null ? [] : [[t("page.console.reason"), t(REASONS[reason])] as const]),
          ...(reviewedFor === null || reviewedFor === reason ? [] : [[t(STATES.REVIEW.text), t(REASONS[reviewedFor])] as const]),
          ...(asked === null ? [] : [[t("page.staffMoney.requested"), <Money key="asked" amount={asked} currency={currency} />] as const]),
          ...(paid === null ? [] : [[t("page.staffMoney.arrived"), <Money key="paid" {...paid} />] as const]),
          ...(number === null ? [] : [[t("page.receipt.number"), <bdi key="number">{number}</bdi>] as const]),
          ...went.flatMap(([name, sum]) =>
            Number(sum) === 0 ? [] : [[t(name), <Money key={name} amount={sum} currency={currency} />] as const],
          ),
          ...settlementFacts(t, settlement, TopUpState),
          [t("page.staffMoney.begun"), <Time key="begun" at={createdAt} />],
          ...(settledAt === null ? [] : [[t("page.staffMoney.settled"), <Time key="settled" at={settledAt} />] as const]),
          ...(decidedBy === null ? [] : [[t("page.staffMoney.decidedBy"), <Person key="by" userId={decidedBy} />] as const]),
          ...(note === null ? [] : [[t("page.console.reason"), <Name key="note">{note}</Name>] as const]),
        ]}
      />
      <Decisions item={item} changed={changed} />
      {item.providerGone && <Settlement item={item} changed={changed} />}
    </>
  );
}

const DECISIONS = {
  CREDIT: {
    verb: "page.staffMoney.creditPaid",
    title: "page.staffMoney.creditTopup",
    what: "page.staffMoney.creditWhat",
    next: "SUCCEEDED",
  },
  RETURN: { verb: "page.staffMoney.return", title: "page.staffMoney.returnTopup", what: "page.staffMoney.returnWhat", next: "RETURNED" },
} as const;

/** Credit what came, or send it back. Another currency can only be sent back. An open dialog stays when a colleague decides. */
function Decisions({ item, changed }: TopUpCaseProps): VNode | null {
  const { t } = useReader();
  const { me, may } = useStaff();
  const [open, setOpen] = useState<keyof typeof DECISIONS | null>(null);
  const { topupId, userId, currency, status, paid } = item;
  const isOpen = status === "REVIEW";
  if (userId === me.id) return isOpen ? <p class="notice">{t("page.staffMoney.ownWallet")}</p> : null;
  if (!may(resolveTopUp)) return null;
  const sum = <Money {...(paid ?? item)} />;
  return (
    <>
      <p class="actions">
        {isOpen && (paid ?? item).currency === currency && (
          <Button kind="primary" keys="a" onClick={() => setOpen("CREDIT")}>
            {t(DECISIONS.CREDIT.verb)}
          </Button>
        )}
        {isOpen && (
          <Button kind="danger" keys="x" onClick={() => setOpen("RETURN")}>
            {t(DECISIONS.RETURN.verb)}
          </Button>
        )}
      </p>
      {open !== null && (
        <Decision
          id={[`top-up ${open}`, topupId]}
          title={t(DECISIONS[open].title)}
          verb={t(DECISIONS[open].verb)}
          kind={open === "CREDIT" ? "primary" : "danger"}
          facts={[
            [t("page.staffMoney.holder"), <Person key="person" userId={userId} isPlain />],
            [t("page.staffMoney.arrived"), sum],
            [
              t("page.console.state"),
              <Turn key="state" from={<TopUpState status={status} />} to={<TopUpState status={DECISIONS[open].next} />} />,
            ],
          ]}
          reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
          send={(reason, idempotencyKey) => staffApi.call(resolveTopUp, { topupId, decision: open, reason }, { idempotencyKey })}
          meanwhile={() => meanwhile(topupId)}
          done={changed}
          close={() => setOpen(null)}
        >
          <Sentence of={DECISIONS[open].what} parts={{ amount: sum, name: <PersonName userId={userId} /> }} />
        </Decision>
      )}
    </>
  );
}

/** Two people say what became of its return at the provider. */
function Settlement({ item, changed }: TopUpCaseProps): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  const { topupId, userId, status, paid } = item;
  if (userId === me.id) return <p class="notice">{t("page.staffMoney.ownWallet")}</p>;
  const sum = <Money {...(paid ?? item)} />;
  return (
    <SettleByHand
      item={item}
      id={["settle top-up", topupId]}
      settles={settleTopUp}
      sent="RETURNED"
      notSent="REVIEW"
      notSentWhat="page.staffMoney.topupNotSentWhat"
      parts={{ amount: sum, name: <PersonName userId={userId} /> }}
      factsTo={(next) => [
        [t("page.staffMoney.holder"), <Person key="person" userId={userId} isPlain />],
        [t("page.staffMoney.arrived"), sum],
        [t("page.console.state"), <Turn key="state" from={<TopUpState status={status} />} to={<TopUpState status={next} />} />],
      ]}
      send={(outcome, reason, idempotencyKey) => staffApi.call(settleTopUp, { topupId, outcome, reason }, { idempotencyKey })}
      meanwhile={() => meanwhile(topupId)}
      done={changed}
    />
  );
}

async function meanwhile(topupId: string) {
  const topUp = await findTopUp(topupId);
  if (topUp === null) return null;
  const { status, decidedBy, settledAt } = topUp;
  await askForMissingNames(decidedBy === null ? [] : [decidedBy]);
  return { state: <TopUpState status={status} />, by: decidedBy, at: settledAt };
}
