import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { randomKey } from "#libs/client/random-key.ts";
import { pageData } from "../client/browser/page-data.ts";
import { receiverOn } from "../client/drafts.ts";
import { go, nextPath } from "../client/navigation.ts";
import { endTopUp, isToSend, newestTopUp, paymentAddress, purposeOf, repeatTopUp, type TopUp } from "../client/top-ups.ts";
import type { AppPage } from "../ui/app-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import { ForMessage } from "./for-message.tsx";
import { goneBack } from "./gone-back.ts";
import { outcomeOf } from "./top-up-list.tsx";

const POLL_MS = 2_000;
const PATIENCE_MS = 30_000;

/** The page to return to after a payment, at once or days later. Polls the outcome for half a minute. */
export default function TopUpPage({ params: { topupId = "" }, query }: AppPage): VNode {
  const { t } = useReader();
  const given = nextPath(query, "");
  const loaded = useQuery(topupId, async () => {
    // The provider leads back without it.
    const next = given === "" ? await purposeOf(topupId) : given;
    return { next, topUp: await newestTopUp(topupId), sends: await isToSend(topupId, next) };
  });
  const next = loaded.data?.next ?? given;
  const [isPatient, setPatient] = useState(true);
  const isPending = loaded.data === null ? loaded.error !== null : loaded.data.topUp?.status === "PENDING";
  // Another tab may be faster. This one then follows it to the page of the message.
  const isToBeSent = useRef(false);
  isToBeSent.current ||= loaded.data?.sends === true;
  const isReady = loaded.data?.topUp?.status === "SUCCEEDED" && isToBeSent.current;
  // The page of the message sends it, since only that knows what it costs now.
  useEffect(() => {
    if (isReady) go(next, "replace");
  }, [isReady]);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isPending || !isPatient) return;
    const timer = setInterval(loaded.reload, POLL_MS);
    return () => clearInterval(timer);
  }, [isPending, isPatient]);

  return (
    <Loaded query={loaded}>
      {({ topUp, sends }) =>
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
              <GoneBack topUp={topUp} />
              {topUp.status !== "SUCCEEDED" && <ForMessage next={next} sends={sends} />}
              <WaysOn topUp={topUp} next={next} isLate={!isPatient} check={loaded.reload} />
            </div>
          </>
        )
      }
    </Loaded>
  );
}

/** The state of the payment and of the money. */
function saidAbout(topUp: TopUp, isPatient: boolean): TextKey {
  if (goneBack(topUp).length > 0) return "page.topup.since";
  const outcome = outcomeOf(topUp);
  if (outcome !== null) return outcome;
  if (pageData.testPayments) return "page.topup.unpaid";
  return isPatient ? "page.topup.waiting" : "page.topup.late";
}

/** What is no longer in the wallet, although it was credited. */
function GoneBack({ topUp }: { readonly topUp: TopUp }): VNode | null {
  const { t } = useReader();
  const gone = goneBack(topUp);
  if (gone.length === 0) return null;
  return <Facts of={gone.map(([name, amount]) => [t(name), <Money key={name} amount={amount} currency={topUp.currency} />])} />;
}

interface WaysOnProps {
  readonly topUp: TopUp;
  /** Path to return to after the payment; empty: none. */
  readonly next: string;
  /** The provider has not responded for a while. */
  readonly isLate: boolean;
  check(): void;
}

/** The actions that the reader can take now, the likeliest first. */
function WaysOn({ topUp, next, isLate, check }: WaysOnProps): VNode {
  const { t } = useReader();
  const [key] = useState(randomKey);
  const { busy, failure, run } = useWork();
  const { topupId, status } = topUp;
  const to = receiverOn(next);
  const first = (href: string, text: ComponentChildren) => (
    <a class="button primary" href={href}>
      {text}
    </a>
  );
  const isWaiting = status === "PENDING" && pageData.testPayments !== true;
  const address = paymentAddress(topUp, next);
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        {status === "SUCCEEDED" &&
          to !== null &&
          first(
            next,
            <span>
              <Sentence of="page.drafts.continue" parts={{ name: <Name>{to}</Name> }} />
            </span>,
          )}
        {(status === "FAILED" || status === "CANCELLED") && (
          <Button kind="primary" busy={busy} onClick={() => void run(() => repeatTopUp(topUp, key, next))}>
            {t("page.error.tryAgain")}
          </Button>
        )}
        {address !== null && first(address, t("page.topup.continue"))}
        {isWaiting && isLate && <Button onClick={check}>{t("page.topup.check")}</Button>}
        {status === "PENDING" && (
          <Button busy={busy} onClick={() => void run(() => endTopUp(topupId).then(check))}>
            {t("page.topup.cancel")}
          </Button>
        )}
        <a class="button" href="/wallet">
          {t("page.wallet.title")}
        </a>
        {status === "SUCCEEDED" && <a href={`/wallet/topups/${topupId}/receipt`}>{t("page.receipt.title")}</a>}
        {(["FAILED", "REVIEW", "RETURNING", "RETURNED"].includes(status) || (isWaiting && isLate)) && (
          <a href={`/support?topup=${topupId}`}>{t("page.support.ask")}</a>
        )}
      </p>
    </>
  );
}
