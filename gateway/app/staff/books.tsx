import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { getTrialBalance } from "#libs/contracts/wallet/index.ts";
import { Part } from "./parts/part.tsx";
import { staffApi } from "./staff-session.ts";

/** The ledger account that holds the prices of open messages. */
const HELD = "escrow";
/** Platform accounts come before user accounts, by name. */
const OF_THE_PLATFORM = { limit: 10 };

/** Ledger balances: the amount held for open messages, and the total, which must be zero. */
export function Books(): VNode {
  const { t } = useReader();
  return (
    <Part title="page.console.money" load={() => staffApi.call(getTrialBalance, OF_THE_PLATFORM)}>
      {({ currency, accounts, total }) => {
        const held = accounts.find(({ account }) => account === HELD)?.balance ?? "0.00";
        return (
          <Facts
            of={[
              [t("page.console.held"), <Money key="held" amount={held} currency={currency} />],
              [t("page.console.ledger"), <Money key="total" amount={total} currency={currency} />],
            ]}
          />
        );
      }}
    </Part>
  );
}
