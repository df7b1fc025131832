import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Money, Name } from "../parts/values.tsx";
import type { TextKey } from "../texts.ts";
import type { AppPage } from "./app-page.ts";
import { Loaded, useData } from "./data.tsx";
import { receiverOn } from "./drafts.ts";
import { ForMessage } from "./for-message.tsx";
import { nextPath, onward } from "./navigation.ts";
import { NotFound } from "./not-found.tsx";
import { pageData } from "./surroundings.ts";
import { newestTopUp, type TopUp } from "./top-ups.ts";

const POLL_MS = 2_000;
const PATIENCE_MS = 30_000;

/** Where a payment comes back to, at once or days later: asks for half a minute what has become of it. */
export default function TopUpPage({ params: { topupId = "" }, query }: AppPage): VNode {
  const { t } = useReader();
  const next = nextPath(query, "");
  const asked = useData(topupId, async () => ({ topUp: await newestTopUp(topupId) }));
  const [isPatient, setPatient] = useState(true);
  const isPending = asked.data === null ? asked.error !== null : asked.data.topUp?.status === "PENDING";
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isPending || !isPatient) return;
    const timer = setInterval(asked.reload, POLL_MS);
    return () => clearInterval(timer);
  }, [isPending, isPatient]);

  return (
    <Loaded asked={asked}>
      {({ topUp }) =>
        topUp === null ? (
          <NotFound text="page.topup.notFound" back="/wallet" backText="page.wallet.title" />
        ) : (
          <>
            <h1 tabIndex={-1}>{t("page.wallet.add")}</h1>
            <div class="card" role="status">
              <p class="sum">
                <Money amount={topUp.amount} currency={topUp.currency} />
              </p>
              <p>{t(saidAbout(topUp, isPatient))}</p>
              {topUp.status !== "SUCCEEDED" && <ForMessage next={next} />}
              <p class="actions">
                <WaysOn topUp={topUp} next={next} isLate={!isPatient} check={asked.reload} />
              </p>
            </div>
          </>
        )
      }
    </Loaded>
  );
}

/** What has become of the payment and of the money. */
function saidAbout({ status }: TopUp, isPatient: boolean): TextKey {
  if (status === "SUCCEEDED") return "page.topup.done";
  if (status === "FAILED") return "page.topup.failed";
  if (status === "CANCELLED") return "page.topup.cancelled";
  if (pageData.testPayments) return "page.topup.unpaid";
  return isPatient ? "page.topup.waiting" : "page.topup.late";
}

interface WaysOnProps {
  readonly topUp: TopUp;
  /** Where the reader wants to be with the money; empty: nowhere in particular. */
  readonly next: string;
  /** The provider has said nothing for a while. */
  readonly isLate: boolean;
  check(): void;
}

/** What the reader can do now, the likeliest first. */
function WaysOn({ topUp: { topupId, status, amount }, next, isLate, check }: WaysOnProps): VNode {
  const { t } = useReader();
  const to = receiverOn(next);
  const first = (href: string, text: ComponentChildren) => (
    <a class="button primary" href={href}>
      {text}
    </a>
  );
  const isUnpaid = status === "PENDING" && pageData.testPayments === true;
  const isWaiting = status === "PENDING" && !isUnpaid;
  return (
    <>
      {status === "SUCCEEDED" &&
        to !== null &&
        first(
          next,
          <span>
            <Sentence of="page.drafts.continue" parts={{ name: <Name>{to}</Name> }} />
          </span>,
        )}
      {(status === "FAILED" || status === "CANCELLED") &&
        first(`/wallet?add=${amount}${next && `&next=${encodeURIComponent(next)}`}`, t("page.error.tryAgain"))}
      {isUnpaid && first(`/sandbox/pay/${topupId}${onward(next)}`, t("page.topup.continue"))}
      {isWaiting && isLate && <Button onClick={check}>{t("page.topup.check")}</Button>}
      <a class="button" href="/wallet">
        {t("page.wallet.title")}
      </a>
      {status === "SUCCEEDED" && <a href={`/wallet/topups/${topupId}/receipt`}>{t("page.receipt.title")}</a>}
      {(status === "FAILED" || (isWaiting && isLate)) && <a href={`/support?topup=${topupId}`}>{t("page.support.ask")}</a>}
    </>
  );
}
