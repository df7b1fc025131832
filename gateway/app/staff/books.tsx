import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import { LivePart } from "./parts/live-part.tsx";

/** Ledger balances: the amount held for open messages, and the total, which must be zero. */
export function Books(): VNode {
  const { t } = useReader();
  return (
    <LivePart title="page.console.money" name="money">
      {({ currency, escrowHeld, ledgerTotal, auditedAt }) => (
        <Facts
          of={[
            [t("page.console.held"), <Money key="held" amount={escrowHeld} currency={currency} />],
            [
              t("page.console.ledger"),
              ledgerTotal === null ? t("page.console.noAnswerYet") : <Money key="total" amount={ledgerTotal} currency={currency} />,
            ],
            ...(auditedAt === null ? [] : [[t("page.console.audited"), <Time key="audited" at={auditedAt} />] as const]),
          ]}
        />
      )}
    </LivePart>
  );
}
