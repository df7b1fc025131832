import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import { settleRefund } from "#libs/contracts/wallet/settlements.ts";
import { Person, PersonName } from "../../parts/person.tsx";
import { useStaff } from "../../parts/staff.ts";
import { staffApi } from "../../staff-session.ts";
import { Turn } from "../turn.tsx";
import { SettleByHand, settlementFacts } from "../two-people/settle-by-hand.tsx";
import { findRefund, type Refund, RefundState } from "./refund.tsx";

interface RefundCaseProps {
  readonly item: Refund;
  changed(): void;
}

/** One refund: whose money goes back to which payment, who asked, and what the provider says. It ends by itself, unless its provider is gone. */
export function RefundCase({ item, changed }: RefundCaseProps): VNode {
  const { t } = useReader();
  const { hrefOf } = useStaff();
  const { userId, requestedBy, topupId, amount, currency, status, reason, note, createdAt, settledAt, settlement } = item;
  const topUp = hrefOf("TOPUP", topupId);
  const wallet = hrefOf("WALLET", userId);
  return (
    <>
      <h1 tabIndex={-1}>
        <Sentence of="page.staffMoney.refund" parts={{ amount: <Money amount={amount} currency={currency} /> }} />
      </h1>
      <Facts
        of={[
          [t("page.staffMoney.holder"), <Person key="holder" userId={userId} />],
          [t("page.console.state"), <RefundState key="state" status={status} />],
          ...(reason === null ? [] : [[t("page.staffMoney.refusal"), <bdi key="refusal">{reason}</bdi>] as const]),
          [t("page.staffMoney.requestedBy"), <Person key="by" userId={requestedBy} />],
          ...(note === null ? [] : [[t("page.console.reason"), <Name key="note">{note}</Name>] as const]),
          ...settlementFacts(t, settlement, RefundState),
          [t("page.staffMoney.begun"), <Time key="begun" at={createdAt} />],
          ...(settledAt === null ? [] : [[t("page.staffMoney.settled"), <Time key="settled" at={settledAt} />] as const]),
        ]}
      />
      <p class="actions">
        {topUp !== null && <a href={topUp}>{t("page.staffMoney.oneTopup")}</a>}
        {wallet !== null && <a href={wallet}>{t("page.staffMoney.wallets")}</a>}
      </p>
      {item.providerGone && <Settlement item={item} changed={changed} />}
    </>
  );
}

/** Two people say what became of it at the provider. */
function Settlement({ item, changed }: RefundCaseProps): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  const { refundId, userId, amount, currency, status } = item;
  if (userId === me.id) return <p class="notice">{t("page.staffMoney.ownWallet")}</p>;
  const money = <Money amount={amount} currency={currency} />;
  return (
    <SettleByHand
      item={item}
      id={["settle refund", refundId]}
      settles={settleRefund}
      sent="SUCCEEDED"
      notSent="FAILED"
      notSentWhat="page.staffMoney.refundNotSentWhat"
      parts={{ amount: money, name: <PersonName userId={userId} /> }}
      factsTo={(next) => [
        [t("page.staffMoney.holder"), <Person key="person" userId={userId} isPlain />],
        [t("page.staffMoney.amount"), money],
        [t("page.console.state"), <Turn key="state" from={<RefundState status={status} />} to={<RefundState status={next} />} />],
      ]}
      send={(outcome, reason, idempotencyKey) => staffApi.call(settleRefund, { refundId, outcome, reason }, { idempotencyKey })}
      meanwhile={() => meanwhile(refundId)}
      done={changed}
    />
  );
}

async function meanwhile(refundId: string) {
  const refund = await findRefund(refundId);
  return refund && { state: <RefundState status={refund.status} />, by: null, at: refund.settledAt };
}
