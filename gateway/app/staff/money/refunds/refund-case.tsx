import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import { Person } from "../../parts/person.tsx";
import { useStaff } from "../../parts/staff.ts";
import { type Refund, RefundState } from "./refund.tsx";

/** One refund: whose money goes back to which payment, who asked, and what the provider says. It ends by itself. */
export function RefundCase({ item }: { readonly item: Refund }): VNode {
  const { t } = useReader();
  const { hrefOf } = useStaff();
  const { userId, requestedBy, topupId, amount, currency, status, reason, note, createdAt, settledAt } = item;
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
          [t("page.staffMoney.begun"), <Time key="begun" at={createdAt} />],
          ...(settledAt === null ? [] : [[t("page.staffMoney.settled"), <Time key="settled" at={settledAt} />] as const]),
        ]}
      />
      <p class="actions">
        {topUp !== null && <a href={topUp}>{t("page.staffMoney.oneTopup")}</a>}
        {wallet !== null && <a href={wallet}>{t("page.staffMoney.wallets")}</a>}
      </p>
    </>
  );
}
