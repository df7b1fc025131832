import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { Composing } from "#gateway/ui/parts/composing.tsx";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { randomKey } from "#libs/client/random-key.ts";
import { pageData } from "../client/api.ts";
import { type Draft, dropDraft, findDraft, keepDraft } from "../client/drafts.ts";
import { go, onward } from "../client/navigation.ts";
import { focusFirstProblem } from "../ui/first-problem.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { ComposeAction } from "./compose-action.tsx";
import { beginCompose } from "./compose-agreed.ts";
import { ComposeFields } from "./compose-fields.tsx";
import { newDraft, type Offer, offerOf, topUpOf } from "./compose-offer.ts";
import { ComposeRefusal, isAboutMoney } from "./compose-refusal.tsx";
import { type Refused, useSending } from "./compose-send.ts";
import { ComposeSummary } from "./compose-summary.tsx";
import { useMissingMoney } from "./compose-top-up.ts";
import type { Sender } from "./sender.ts";

const QUOTE_AFTER_MS = 600;

/** A message to a creator. Visitors can write it; sending requires a session and enough money. */
export default function Compose(): VNode {
  const { compose: terms } = pageData;
  if (!terms) throw new Error("the document says nothing of the message");
  const query = useQuery(terms.receiverId, () => beginCompose(terms));
  return (
    <Composing to={terms}>
      <Loaded query={query}>
        {({ sender, isSent, before }) => {
          if (isSent) return <Skeleton lines={6} />;
          if (isRefused(sender, terms)) return <ComposeRefusal reason={sender.quote?.refusal ?? null} terms={terms} />;
          return <Form terms={terms} sender={sender} before={before} quoteAnew={query.reload} />;
        }}
      </Loaded>
    </Composing>
  );
}

function isRefused({ quote, wallet }: Sender, { isOpen }: ComposeTerms): boolean {
  if (!quote) return !isOpen;
  return quote.refusal !== null && (!isAboutMoney(quote.refusal) || wallet?.frozen === true);
}

interface FormProps {
  readonly terms: ComposeTerms;
  readonly sender: Sender;
  readonly before: Refused | null;
  quoteAnew(): void;
}

function Form({ terms, sender, before, quoteAnew }: FormProps): VNode {
  const { locale, now } = useReader();
  const { userId, quote } = sender;
  const page = `/${terms.username}/message`;
  // While the response of an attempt may be lost, a new quote would report the sent message as an open one. So none is requested.
  const isAttempted = useRef(false);
  const begin = () => ({ ...newDraft(quote ? quote.minimumPrice : terms.minimumPrice, locale), to: terms.name });
  const [draft, change] = useDraft(page, userId, begin, () => isAttempted.current || quoteAnew());
  const offer = offerOf(terms, sender, draft, locale, now());
  const [isTried, setTried] = useState(false);
  const topUp = topUpOf(offer, terms);
  const adding = useMissingMoney(topUp, page);
  const sent = () => dropDraft(page, userId);
  const refused = () => {
    isAttempted.current = false;
    change({ key: randomKey() });
    quoteAnew();
  };
  const dmType = quote?.dmType ?? terms.dmType;
  const sending = useSending({ terms, dmType, before, sent, refused });
  const press = (event: Event) => {
    event.preventDefault();
    if (sending.busy) return;
    setTried(true);
    if (!offer.isComplete) return focusFirstProblem();
    keepDraft(page, userId, draft);
    if (userId === null) go(`/register${onward(page)}`);
    else if (topUp !== null) adding.begin((topupId) => keepDraft(page, userId, { ...draft, ...agreement(topupId, dmType, offer) }));
    else {
      isAttempted.current = true;
      void sending.send(draft, offer);
    }
  };

  return (
    <form class="cols" onSubmit={press} noValidate>
      <ComposeFields terms={terms} draft={draft} offer={offer} isTried={isTried} change={change} />
      <ComposeSummary terms={terms} sender={sender} offer={offer}>
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

/** What the reader agrees to with a payment; nothing where no price is read. */
function agreement(topupId: string, dmType: ComposeTerms["dmType"], { price, minimum, hours }: Offer): Pick<Draft, "agreed"> {
  return price === null || minimum === null ? {} : { agreed: { topupId, dmType, price, minimum, hours } };
}

/** The draft of a page, stored on every change, which ends an agreement to send it. Calls `settled` once typing has paused. */
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
    const { agreed: _ended, ...rest } = draft;
    const next = { ...rest, ...part };
    setDraft(next);
    keepDraft(page, userId, next);
  };
  return [draft, change] as const;
}
