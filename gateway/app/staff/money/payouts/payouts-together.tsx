import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import { approvePayoutBatch } from "#libs/contracts/wallet/payouts.ts";
import { formatMoney, parseMoney } from "#libs/kernel/money.ts";
import { ManyLines } from "../../parts/many-lines.tsx";
import { Person } from "../../parts/person.tsx";
import { refusalTexts } from "../../parts/refusal-texts.ts";
import type { ManyDecision, Together } from "../../parts/selection.ts";
import { staffApi } from "../../staff-session.ts";
import { Turn } from "../turn.tsx";
import { type Payout, PayoutState } from "./payout.tsx";

interface ItemsProps {
  readonly items: readonly Payout[];
}

/** All payouts have the currency of the platform. */
function Sum({ items }: ItemsProps): VNode | null {
  const [first] = items;
  const sum = items.reduce((before, { amount }) => before + parseMoney(amount), 0n);
  return first === undefined ? null : <Money amount={formatMoney(sum)} currency={first.currency} />;
}

function Payouts({ items }: ItemsProps): VNode {
  return (
    <ManyLines>
      {items.map(({ payoutId, userId, amount, currency }) => (
        <li key={payoutId}>
          <Person userId={userId} isPlain /> {" · "} <Money amount={amount} currency={currency} />
        </li>
      ))}
    </ManyLines>
  );
}

const factsOf = (t: Texts, items: readonly Payout[]) =>
  [
    [t("page.console.payouts"), <Payouts key="payouts" items={items} />],
    [t("page.staffMoney.sum"), <Sum key="sum" items={items} />],
    [t("page.console.state"), <Turn key="state" from={<PayoutState status="REQUESTED" />} to={<PayoutState status="PROCESSING" />} />],
  ] as const;

const Follows = (): VNode => <>{useReader().t("page.staffMoney.approveManyWhat")}</>;

const approval: ManyDecision<Payout> = {
  act: "approve payout",
  kind: "primary",
  verb: "page.staffMoney.approve",
  keys: "a",
  title: "page.staffMoney.approvePayouts",
  facts: factsOf,
  Follows,
  reason: null,
  async sendAll(items, idempotencyKey) {
    const { results } = await staffApi.call(approvePayoutBatch, { payoutIds: [...items.keys()] }, { idempotencyKey });
    const textOf = await refusalTexts(results.flatMap(({ i18nKey }) => i18nKey ?? []));
    return new Map(
      results.map(({ payoutId, i18nKey }) => [payoutId, i18nKey === null ? null : { message: textOf(i18nKey), isMeanwhile: false }]),
    );
  },
  Decided: () => <PayoutState status="PROCESSING" />,
};

/** Payouts of other people for which one approval is enough. Those that need two are approved one by one. */
export const APPROVE_TOGETHER: Together<Payout> = {
  action: approvePayoutBatch,
  mayDecide: ({ userId, status, approvals }, { id }) => userId !== id && status === "REQUESTED" && approvals === 1,
  decisions: [approval],
};
