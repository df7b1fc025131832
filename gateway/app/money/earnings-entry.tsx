import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listEarnings } from "#libs/contracts/messaging/earnings.ts";
import { api } from "../client/api.ts";

/** A page of the entries of a month. */
export const entriesOf = (month: string, page: number) => api.call(listEarnings, { month, page });

type Item = Awaited<ReturnType<typeof entriesOf>>["items"][number];

interface EntryProps {
  readonly entry: Item;
}

const STATES = {
  HOLD: null,
  REFUND: { kind: "neutral", text: "page.state.refunded" },
  RELEASE: { kind: "good", text: "page.state.answered" },
  EARNING_REVERSAL: { kind: "neutral", text: "page.state.reversed" },
  ADJUSTMENT: null,
  PAYOUT_SETTLEMENT: null,
} as const satisfies Record<Item["kind"], { readonly kind: "good" | "neutral"; readonly text: TextKey } | null>;

/** What is not about a message has a name of its own. */
const NAMES: Readonly<Partial<Record<Item["kind"], TextKey>>> = {
  ADJUSTMENT: "page.wallet.kind.other",
  PAYOUT_SETTLEMENT: "page.earnings.paidOut",
};

/** An entry of the statement, or a message that has earned nothing. */
export function Entry({ entry }: EntryProps): VNode {
  const { t } = useReader();
  const { sessionId, messageId, payoutId, at, fanName, kind, net, currency } = entry;
  const earned = <Money amount={net} currency={currency} />;
  const [state, name] = [STATES[kind], NAMES[kind]];
  return (
    <Row
      id={messageId ?? payoutId ?? kind}
      href={sessionId === null ? null : `/messages/${sessionId}`}
      end={
        <>
          {kind === "REFUND" ? <s>{earned}</s> : earned}
          <Shares entry={entry} />
        </>
      }
    >
      {name ? t(name) : <Name>{fanName ?? t("page.messages.someone")}</Name>}
      <span class="hint">
        <Time at={at} as="date" /> {state && <Badge kind={state.kind}>{t(state.text)}</Badge>}
      </span>
      <Waiting entry={entry} />
    </Row>
  );
}

/** How the price of a message was divided. */
function Shares({ entry: { gross, commission, currency } }: EntryProps): VNode | null {
  const { t } = useReader();
  if (Number(gross) === 0) return null;
  return (
    <span class="hint">
      {t("page.earnings.price")} <Money amount={gross} currency={currency} /> · {t("page.earnings.fee")}{" "}
      <Money amount={commission} currency={currency} />
    </span>
  );
}

/** Until when the price is held, or from when on what was earned can be paid out. */
function Waiting({ entry: { gross, net, currency, heldUntil, availableOn } }: EntryProps): VNode | null {
  const { formats, now } = useReader();
  if (heldUntil !== null)
    return (
      <span class="hint">
        <Sentence
          of="page.state.heldUntil"
          parts={{ amount: <Money amount={gross} currency={currency} />, time: <Time at={heldUntil} /> }}
        />
      </span>
    );
  if (availableOn === null || availableOn <= new Date(now()).toISOString().slice(0, 10)) return null;
  const date = <time dateTime={availableOn}>{formats.day(availableOn)}</time>;
  return (
    <span class="hint">
      <Sentence of="page.payouts.freeOn" parts={{ amount: <Money amount={net} currency={currency} />, date }} />
    </span>
  );
}
