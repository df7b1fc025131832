import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { decideSandboxPayment } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";
import { go, nextPath, onward } from "../client/navigation.ts";
import { findTopUp, isToSend } from "../client/top-ups.ts";
import type { AppPage } from "../ui/app-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import { ForMessage } from "./for-message.tsx";

/** Replaces the page of a payment provider: the reader chooses the outcome of the payment. */
export default function SandboxPay({ params: { topupId = "" }, query }: AppPage): VNode {
  const { t } = useReader();
  const next = nextPath(query, "");
  const loaded = useQuery(topupId, async () => ({ topUp: await findTopUp(topupId), sends: await isToSend(topupId, next) }));
  const { busy, failure, run } = useWork();
  const outcomePage = `/wallet/topups/${topupId}${onward(next)}`;
  const hasEnded = loaded.data?.topUp !== undefined && loaded.data.topUp !== null && loaded.data.topUp.status !== "PENDING";
  useEffect(() => {
    if (hasEnded) go(outcomePage, "replace");
  }, [hasEnded]);
  const end = (outcome: "SUCCEEDED" | "FAILED" | "CANCELLED") => () =>
    void run(async () => {
      const params = { reference: `sandbox:${topupId}` };
      await api.call(decideSandboxPayment, { ...params, outcome });
      go(outcomePage, "replace");
    });
  return (
    <Loaded query={loaded}>
      {({ topUp, sends }) =>
        topUp === null ? (
          <NotFound text="page.topup.notFound" back="/wallet" backText="page.wallet.title" />
        ) : (
          <>
            <h1 tabIndex={-1}>{t("page.pay.title")}</h1>
            <p class="sum">
              <Sentence of="page.compose.pay" parts={{ amount: <Money amount={topUp.amount} currency={topUp.currency} /> }} />
            </p>
            <ForMessage next={next} sends={sends} />
            <p>{t("page.pay.hint")}</p>
            {failure !== null && <ErrorNote error={failure} />}
            <p class="actions">
              <Button kind="primary" busy={busy} onClick={end("SUCCEEDED")}>
                {t(sends ? "page.pay.payAndSend" : "page.pay.pay")}
              </Button>
              <Button busy={busy} onClick={end("FAILED")}>
                {t("page.pay.fail")}
              </Button>
              <Button busy={busy} onClick={end("CANCELLED")}>
                {t("page.dialog.cancel")}
              </Button>
            </p>
          </>
        )
      }
    </Loaded>
  );
}
