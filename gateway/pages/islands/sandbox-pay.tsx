import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { dataOf } from "#libs/client/index.ts";
import { Button } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Money } from "../parts/values.tsx";
import type { AppPage } from "./app-page.ts";
import { Loaded, useData } from "./data.tsx";
import { ErrorNote } from "./error-note.tsx";
import { ForMessage } from "./for-message.tsx";
import { go, nextPath, onward } from "./navigation.ts";
import { NotFound } from "./not-found.tsx";
import { api } from "./surroundings.ts";
import { findTopUp } from "./top-ups.ts";
import { useWork } from "./use-work.ts";

/** Stands for the page of a payment provider: the reader decides how the payment ends. */
export default function SandboxPay({ params: { topupId = "" }, query }: AppPage): VNode {
  const { t } = useReader();
  const asked = useData(topupId, async () => ({ topUp: await findTopUp(topupId) }));
  const { busy, failure, run } = useWork();
  const next = nextPath(query, "");
  const outcomePage = `/wallet/topups/${topupId}${onward(next)}`;
  const hasEnded = asked.data?.topUp !== undefined && asked.data.topUp !== null && asked.data.topUp.status !== "PENDING";
  useEffect(() => {
    if (hasEnded) go(outcomePage, "replace");
  }, [hasEnded]);
  const end = (outcome: "SUCCEEDED" | "FAILED" | "CANCELLED") => () =>
    void run(async () => {
      const params = { path: { reference: `sandbox:${topupId}` } };
      await dataOf(api.POST("/payments/sandbox/{reference}", { params, body: { outcome } }));
      go(outcomePage, "replace");
    });
  return (
    <Loaded asked={asked}>
      {({ topUp }) =>
        topUp === null ? (
          <NotFound text="page.topup.notFound" back="/wallet" backText="page.wallet.title" />
        ) : (
          <>
            <h1 tabIndex={-1}>{t("page.pay.title")}</h1>
            <p class="sum">
              <Sentence of="page.compose.pay" parts={{ amount: <Money amount={topUp.amount} currency={topUp.currency} /> }} />
            </p>
            <ForMessage next={next} />
            <p>{t("page.pay.hint")}</p>
            {failure !== null && <ErrorNote error={failure} />}
            <p class="actions">
              <Button kind="primary" busy={busy} onClick={end("SUCCEEDED")}>
                {t("page.pay.pay")}
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
