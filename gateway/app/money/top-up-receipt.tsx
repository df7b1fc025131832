import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { whoAmI } from "../client/me.ts";
import { findTopUp } from "../client/top-ups.ts";
import type { AppPage } from "../ui/app-page.ts";
import { NotFound } from "../ui/not-found.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { goneBack } from "./gone-back.ts";
import { movementOf } from "./movements.ts";
import { Receipt } from "./receipt.tsx";

async function receiptOf(topupId: string) {
  const [payer, movement, topUp] = await Promise.all([whoAmI(), movementOf("TOPUP", topupId), findTopUp(topupId)]);
  return payer && movement && topUp && { payer, movement, topUp };
}

/** The receipt of a paid top-up. */
export default function TopUpReceipt({ params: { topupId = "" } }: AppPage): VNode {
  const { t } = useReader();
  const query = useQuery(topupId, async () => ({ receipt: await receiptOf(topupId) }));
  const back = { back: "/wallet", backText: "page.wallet.title" } as const;
  return (
    <Loaded query={query}>
      {({ receipt }) =>
        receipt ? (
          <Receipt
            {...receipt}
            {...back}
            number={receipt.topUp.number ?? receipt.movement.id}
            gone={goneBack(receipt.topUp).map(([name, amount]) => [t(name), amount])}
            currency={CURRENCY}
            what={t("page.wallet.kind.topup")}
            answeredAt={null}
          />
        ) : (
          <NotFound text="page.receipt.notFound" {...back} />
        )
      }
    </Loaded>
  );
}
