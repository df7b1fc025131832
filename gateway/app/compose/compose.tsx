import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { amountAsTyped } from "#gateway/ui/amount.ts";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { Composing } from "#gateway/ui/parts/composing.tsx";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { randomKey } from "#libs/client/random-key.ts";
import { pageData } from "../client/browser/page-data.ts";
import { type Draft, dropDraft, findDraft, keepDraft, MESSAGE_DRAFT } from "../client/drafts.ts";
import { go, onward } from "../client/navigation.ts";
import { Form } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { ComposeAction } from "./compose-action.tsx";
import { beginCompose } from "./compose-agreed.ts";
import { ComposeFields } from "./compose-fields.tsx";
import { newDraft, type Offer, offerOf, type Shown, topUpOf } from "./compose-offer.ts";
import { ComposeRefusal, isAboutForm, isAboutMoney } from "./compose-refusal.tsx";
import { type Refused, useSending } from "./compose-send.ts";
import { ComposeSummary } from "./compose-summary.tsx";
import { useMissingMoney } from "./compose-top-up.ts";
import { composePage, type Sender } from "./sender.ts";

const QUOTE_AFTER_MS = 600;

/** A message to a creator. Visitors can write it; sending requires a session and enough money. */
export default function Compose(): VNode {
  const { compose: terms } = pageData;
  if (!terms) throw new Error("the document says nothing of the message");
  const { locale } = useReader();
  const query = useQuery(terms.receiverId, () => beginCompose(terms, locale));
  return (
    <Composing to={terms}>
      <Loaded query={query}>
        {({ sender, isSent, before }) => {
          if (isSent) return <Skeleton lines={6} />;
          if (isRefused(sender, terms)) return <ComposeRefusal reason={sender.quote?.refusal ?? null} terms={terms} />;
          return <MessageForm terms={terms} sender={sender} before={before} quoteAnew={query.reload} />;
        }}
      </Loaded>
    </Composing>
  );
}

function isRefused({ quote, wallet }: Sender, { isOpen }: ComposeTerms): boolean {
  if (!quote) return !isOpen;
  return quote.refusal !== null && (!isAboutForm(quote.refusal) || (isAboutMoney(quote.refusal) && wallet?.frozen === true));
}

interface MessageFormProps {
  readonly terms: ComposeTerms;
  readonly sender: Sender;
  readonly before: Refused | null;
  quoteAnew(): void;
}

function MessageForm({ terms, sender, before, quoteAnew }: MessageFormProps): VNode {
  const { locale, now } = useReader();
  const { userId, quote } = sender;
  const page = composePage(terms.username);
  // While the response of an attempt may be lost, a new quote would report the sent message as an open one. So none is requested.
  const tried = useRef<string | null>(null);
  const begin = () => ({ ...newDraft(quote ? quote.minimumPrice : terms.minimumPrice, locale), to: terms.name });
  const [draft, change] = useDraft(page, userId, begin, () => tried.current === null && quoteAnew());
  const offer = offerOf(terms, sender, draft, locale, now());
  const form = useForm();
  const topUp = topUpOf(offer, terms);
  const adding = useMissingMoney(topUp, page, form);
  const sent = () => dropDraft(page, userId);
  const rekey = () => {
    const key = randomKey();
    change({ key });
    return key;
  };
  const refused = () => {
    rekey();
    quoteAnew();
  };
  const sending = useSending({ terms, quote, form, before, tried, sent, rekey, refused });
  useRaisedPrice(sending.before, offer, (minimum) => change({ price: amountAsTyped(minimum, locale) }));
  const agree = (topupId: string) => keepDraft(page, userId, { ...draft, ...agreement(topupId, offer) });
  const press = async () => {
    keepDraft(page, userId, draft);
    if (userId === null) go(`/register${onward(page)}`);
    else if (topUp !== null) await adding.begin(agree);
    else await sending.send(draft, offer);
  };

  return (
    <Form form={form} class="cols" onSend={press}>
      <ComposeFields terms={terms} draft={draft} offer={offer} change={change} />
      <ComposeSummary terms={terms} sender={sender} offer={offer}>
        <ComposeAction
          page={page}
          terms={terms}
          offer={offer}
          isSignedIn={userId !== null}
          topUp={topUp}
          before={sending.before}
          busy={form.busy}
        />
      </ComposeSummary>
    </Form>
  );
}

/** Where the lowest price has risen above the one that was to be paid, that becomes the price: a second press sends the message. */
function useRaisedPrice(before: Shown | null, { minimum, isBelowMinimum }: Offer, raise: (minimum: string) => void): void {
  const wasHighEnough = before !== null && before.minimum !== null && before.minimum !== minimum && before.price !== null;
  useEffect(() => {
    if (wasHighEnough && minimum !== null && isBelowMinimum) raise(minimum);
  }, [minimum, before]);
}

/** What the reader agrees to with a payment; nothing where no price is read. */
function agreement(topupId: string, { dmType, price, minimum, hours }: Offer): Pick<Draft, "agreed"> {
  return price === null || minimum === null ? {} : { agreed: { topupId, dmType, price, minimum, hours } };
}

/** The draft of a page, stored on every change, which ends an agreement to send it. Calls `settled` once typing has paused. */
function useDraft(page: string, userId: string | null, begin: () => Draft, settled: () => void) {
  const [draft, setDraft] = useState<Draft>(() => findDraft(page, userId, MESSAGE_DRAFT) ?? begin());
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
