import type { VNode } from "preact";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { useReader } from "../parts/reader.tsx";
import type { AppPage } from "./app-page.ts";
import { Loaded, useData } from "./data.tsx";
import { whoAmI } from "./me.ts";
import { movementOf } from "./movements.ts";
import { NotFound } from "./not-found.tsx";
import { Receipt } from "./receipt.tsx";

async function receiptOf(topupId: string) {
  const [payer, movement] = await Promise.all([whoAmI(), movementOf("TOPUP", topupId)]);
  return payer && movement && { payer, movement };
}

/** The receipt of a top-up that was paid. */
export default function TopUpReceipt({ params: { topupId = "" } }: AppPage): VNode {
  const { t } = useReader();
  const asked = useData(topupId, async () => ({ receipt: await receiptOf(topupId) }));
  const back = { back: "/wallet", backText: "page.wallet.title" } as const;
  return (
    <Loaded asked={asked}>
      {({ receipt }) =>
        receipt ? (
          <Receipt {...receipt} {...back} currency={CURRENCY} what={t("page.wallet.kind.topup")} answeredAt={null} />
        ) : (
          <NotFound text="page.receipt.notFound" {...back} />
        )
      }
    </Loaded>
  );
}
