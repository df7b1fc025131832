import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComposeTerms } from "../compose-terms.ts";
import { Composing } from "../parts/composing.tsx";
import { useReader } from "../parts/reader.tsx";
import { ComposeAction } from "./compose-action.tsx";
import { ComposeFields } from "./compose-fields.tsx";
import { newDraft, offerOf, topUpOf } from "./compose-offer.ts";
import { ComposeRefusal, isAboutMoney } from "./compose-refusal.tsx";
import { useSending } from "./compose-send.ts";
import { ComposeSummary } from "./compose-summary.tsx";
import { useMissingMoney } from "./compose-top-up.ts";
import { Loaded, useData } from "./data.tsx";
import { type Draft, dropDraft, findDraft, keepDraft } from "./drafts.ts";
import { focusFirstProblem } from "./first-problem.ts";
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
  const { locale, now } = useReader();
  const { userId, quote } = standing;
  const page = `/${terms.username}/message`;
  // The answer of an attempt may have been lost: until another one comes, a quote would call the message itself an open one.
  const isAttempted = useRef(false);
  const begin = () => ({ ...newDraft(quote ? quote.minimumPrice : terms.minimumPrice, locale), to: terms.name });
  const [draft, change] = useDraft(page, userId, begin, () => isAttempted.current || quoteAnew());
  const offer = offerOf(terms, standing, draft, locale, now());
  const [isTried, setTried] = useState(false);
  const topUp = topUpOf(offer, terms);
  const adding = useMissingMoney(topUp, page);
  const sent = () => dropDraft(page, userId);
  const refused = () => {
    isAttempted.current = false;
    change({ key: crypto.randomUUID() });
    quoteAnew();
  };
  const sending = useSending({ terms, dmType: quote?.dmType ?? terms.dmType, sent, refused });
  const press = (event: Event) => {
    event.preventDefault();
    if (sending.busy) return;
    setTried(true);
    if (!offer.isComplete) return focusFirstProblem();
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
      <ComposeFields terms={terms} draft={draft} offer={offer} isTried={isTried} change={change} />
      <ComposeSummary terms={terms} standing={standing} offer={offer}>
        <ComposeAction
          page={page}
          terms={terms}
          offer={offer}
          isSignedIn={userId !== null}
          topUp={topUp}
          sending={sending}
          adding={adding}
        />
      </ComposeSummary>
    </form>
  );
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
