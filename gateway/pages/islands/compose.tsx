import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComposeTerms } from "../compose-terms.ts";
import { Composing } from "../parts/composing.tsx";
import { Button } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Money } from "../parts/values.tsx";
import { ComposeFields } from "./compose-fields.tsx";
import { newDraft, type Offer, offerOf, topUpOf } from "./compose-offer.ts";
import { ComposeRefusal, isAboutMoney } from "./compose-refusal.tsx";
import { useSending } from "./compose-send.ts";
import { ComposeSummary } from "./compose-summary.tsx";
import { useMissingMoney } from "./compose-top-up.ts";
import { Loaded, useData } from "./data.tsx";
import { type Draft, dropDraft, findDraft, keepDraft } from "./drafts.ts";
import { ErrorNote } from "./error-note.tsx";
import { go, onward } from "./navigation.ts";
import { type Standing, standingTo } from "./standing.ts";
import { pageData } from "./surroundings.ts";

const QUOTE_AFTER_MS = 600;

/** A message to a creator: written by anybody, sent by whoever has signed in and can pay it. */
export default function Compose(): VNode {
  const { compose: terms } = pageData;
  if (!terms) throw new Error("the document says nothing of the message");
  const asked = useData(terms.receiverId, () => standingTo(terms.receiverId));
  return (
    <Composing to={terms}>
      <Loaded asked={asked}>
        {(standing) =>
          isRefused(standing, terms) ? (
            <ComposeRefusal reason={standing.quote?.refusal ?? null} terms={terms} />
          ) : (
            <Form terms={terms} standing={standing} quoteAnew={asked.reload} />
          )
        }
      </Loaded>
    </Composing>
  );
}

function isRefused({ quote, wallet }: Standing, { isOpen }: ComposeTerms): boolean {
  if (!quote) return !isOpen;
  return quote.refusal !== null && (!isAboutMoney(quote.refusal) || wallet?.frozen === true);
}

interface FormProps {
  readonly terms: ComposeTerms;
  readonly standing: Standing;
  quoteAnew(): void;
}

function Form({ terms, standing, quoteAnew }: FormProps): VNode {
  const { t, locale, now } = useReader();
  const { userId, quote } = standing;
  const page = `/${terms.username}/message`;
  // The answer of an attempt may have been lost: until another one comes, a quote would call the message itself an open one.
  const isAttempted = useRef(false);
  const begin = () => ({ ...newDraft(quote ? quote.minimumPrice : terms.minimumPrice, locale), to: terms.name });
  const [draft, change] = useDraft(page, userId, begin, () => isAttempted.current || quoteAnew());
  const offer = offerOf(terms, standing, draft, locale, now());
  const topUp = topUpOf(offer, terms);
  const adding = useMissingMoney(topUp, page);
  const sent = () => dropDraft(page, userId);
  const refused = () => {
    isAttempted.current = false;
    change({ key: crypto.randomUUID() });
    quoteAnew();
  };
  const sending = useSending({ terms, dmType: quote?.dmType ?? terms.dmType, sent, refused });
  const before = sending.minimumBefore;
  const isChanged = before !== null && offer.minimum !== null && before !== offer.minimum;

  const press = (event: Event) => {
    event.preventDefault();
    if (sending.busy || !offer.isComplete) return;
    keepDraft(page, userId, draft);
    if (userId === null) go(`/register${onward(page)}`);
    else if (topUp !== null) adding.begin();
    else {
      isAttempted.current = true;
      void sending.send(draft, offer);
    }
  };

  return (
    <form class="columns" onSubmit={press} noValidate>
      <ComposeFields terms={terms} draft={draft} offer={offer} change={change} />
      <ComposeSummary terms={terms} standing={standing} offer={offer}>
        {isChanged && (
          <p class="notice warn" role="alert">
            <Sentence
              of="page.compose.raised"
              parts={{
                before: <Money amount={before} currency={terms.currency} />,
                now: <Money amount={offer.minimum} currency={terms.currency} />,
              }}
            />
          </p>
        )}
        {sending.failure !== null && !isChanged && <ErrorNote error={sending.failure} />}
        {adding.failure !== null && <ErrorNote error={adding.failure} />}
        <p class="actions">
          <Button type="submit" kind="primary" busy={sending.busy || adding.busy} disabled={!offer.isComplete}>
            <Action isSignedIn={userId !== null} offer={offer} topUp={topUp} currency={terms.currency} />
          </Button>
          {userId === null && <a href={`/login${onward(page)}`}>{t("page.login.signIn")}</a>}
          {topUp !== null && <a href={`/wallet?add=${topUp}&next=${encodeURIComponent(page)}`}>{t("page.compose.otherAmount")}</a>}
        </p>
        {topUp !== null && <p class="hint">{t("page.compose.addHint")}</p>}
      </ComposeSummary>
    </form>
  );
}

interface ActionProps {
  readonly isSignedIn: boolean;
  readonly offer: Offer;
  readonly topUp: string | null;
  readonly currency: string;
}

/** What the button does. */
function Action({ isSignedIn, offer: { price }, topUp, currency }: ActionProps): VNode {
  const { t, formats } = useReader();
  if (!isSignedIn) return <>{t("page.compose.createAndSend")}</>;
  if (topUp !== null) return <>{t("page.compose.add", { amount: formats.money(topUp, currency) })}</>;
  return <>{price === null ? t("page.compose.send") : t("page.compose.sendFor", { amount: formats.money(price, currency) })}</>;
}

/** The draft of a page, kept with every change; some time after the last one `settled` is called. */
function useDraft(page: string, userId: string | null, begin: () => Draft, settled: () => void) {
  const [draft, setDraft] = useState<Draft>(() => findDraft(page, userId) ?? begin());
  const isChanged = useRef(false);
  useEffect(() => {
    if (!isChanged.current || userId === null) return;
    const timer = setTimeout(settled, QUOTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const change = (part: Partial<Draft>) => {
    isChanged.current = true;
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(page, userId, next);
  };
  return [draft, change] as const;
}
