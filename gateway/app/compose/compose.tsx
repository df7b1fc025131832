import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { Composing } from "#gateway/ui/parts/composing.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { randomKey } from "#libs/client/random-key.ts";
import { pageData } from "../client/api.ts";
import { type Draft, dropDraft, findDraft, keepDraft, MESSAGE_DRAFT } from "../client/drafts.ts";
import { go, onward } from "../client/navigation.ts";
import { Form } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { ComposeAction } from "./compose-action.tsx";
import { ComposeFields } from "./compose-fields.tsx";
import { newDraft, offerOf, topUpOf } from "./compose-offer.ts";
import { ComposeRefusal, isAboutMoney } from "./compose-refusal.tsx";
import { useSending } from "./compose-send.ts";
import { ComposeSummary } from "./compose-summary.tsx";
import { useMissingMoney } from "./compose-top-up.ts";
import { loadSender, type Sender } from "./sender.ts";

const QUOTE_AFTER_MS = 600;

/** A message to a creator. Visitors can write it; sending requires a session and enough money. */
export default function Compose(): VNode {
  const { compose: terms } = pageData;
  if (!terms) throw new Error("the document says nothing of the message");
  const query = useQuery(terms.receiverId, () => loadSender(terms.receiverId));
  return (
    <Composing to={terms}>
      <Loaded query={query}>
        {(sender) =>
          isRefused(sender, terms) ? (
            <ComposeRefusal reason={sender.quote?.refusal ?? null} terms={terms} />
          ) : (
            <MessageForm terms={terms} sender={sender} quoteAnew={query.reload} />
          )
        }
      </Loaded>
    </Composing>
  );
}

function isRefused({ quote, wallet }: Sender, { isOpen }: ComposeTerms): boolean {
  if (!quote) return !isOpen;
  return quote.refusal !== null && (!isAboutMoney(quote.refusal) || wallet?.frozen === true);
}

interface MessageFormProps {
  readonly terms: ComposeTerms;
  readonly sender: Sender;
  quoteAnew(): void;
}

function MessageForm({ terms, sender, quoteAnew }: MessageFormProps): VNode {
  const { locale, now } = useReader();
  const { userId, quote } = sender;
  const page = `/${terms.username}/message`;
  // While the response of an attempt may be lost, a new quote would report the sent message as an open one. So none is requested.
  const isAttempted = useRef(false);
  const begin = () => ({ ...newDraft(quote ? quote.minimumPrice : terms.minimumPrice, locale), to: terms.name });
  const [draft, change] = useDraft(page, userId, begin, () => isAttempted.current || quoteAnew());
  const offer = offerOf(terms, sender, draft, locale, now());
  const form = useForm();
  const topUp = topUpOf(offer, terms);
  const adding = useMissingMoney(topUp, page, form);
  const sent = () => dropDraft(page, userId);
  const refused = () => {
    isAttempted.current = false;
    change({ key: randomKey() });
    quoteAnew();
  };
  const sending = useSending({ terms, dmType: quote?.dmType ?? terms.dmType, sent, refused, form });
  const press = async () => {
    keepDraft(page, userId, draft);
    if (userId === null) go(`/register${onward(page)}`);
    else if (topUp !== null) await adding.begin();
    else {
      isAttempted.current = true;
      await sending.send(draft, offer);
    }
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
          minimumBefore={sending.minimumBefore}
          busy={form.busy}
        />
      </ComposeSummary>
    </Form>
  );
}

/** The draft of a page, stored on every change. Calls `settled` once typing has paused. */
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
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(page, userId, next);
  };
  return [draft, change] as const;
}
