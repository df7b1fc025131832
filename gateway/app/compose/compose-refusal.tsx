import type { VNode } from "preact";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";

interface Refusal {
  readonly text: TextKey;
  readonly way?: { readonly href: string; readonly text: TextKey };
}

const MESSAGES = { href: "/messages", text: "page.compose.toMessages" } as const;
const DISCOVER = { href: "/discover", text: "page.home.find" } as const;
const CLOSED: Refusal = { text: "page.refusal.closed", way: DISCOVER };

/** By the error key that sending would return. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  "message.send.error.self_message": { text: "page.refusal.self", way: MESSAGES },
  "message.send.error.email_not_verified": { text: "page.refusal.address", way: { href: "/verify-email", text: "page.refusal.confirm" } },
  "message.send.error.blocked": { text: "page.refusal.blocked", way: DISCOVER },
  "message.send.error.pending_paid_exists": { text: "page.refusal.open", way: MESSAGES },
  "message.send.error.free_dm_daily_limit": { text: "page.refusal.freeLimit", way: DISCOVER },
  "message.send.error.free_dm_per_creator_limit": { text: "page.refusal.freeLimit", way: DISCOVER },
  "features.messaging_disabled": { text: "page.refusal.off" },
  "payment.escrow.wallet_unavailable": { text: "page.refusal.frozen", way: { href: "/help", text: "page.frame.help" } },
};

/**
 * Too little money does not refuse the message: the form offers a top-up. A missing wallet counts too, since the first top-up creates it.
 */
export function isAboutMoney(reason: string): boolean {
  return reason === "payment.escrow.insufficient_balance" || reason === "payment.escrow.wallet_unavailable";
}

/** What the reader can mend in the form does not refuse the message either. */
export function isAboutForm(reason: string): boolean {
  return isAboutMoney(reason) || reason === "message.send.error.price_below_minimum" || reason === "message.send.error.reply_window";
}

interface ComposeRefusalProps {
  readonly reason: string | null;
  readonly terms: ComposeTerms;
}

/** Replaces the form: why no message can be sent now, and where to continue. */
export function ComposeRefusal({ reason, terms: { name, awayUntil } }: ComposeRefusalProps): VNode {
  const { t, formats } = useReader();
  const isAway = awayUntil !== null && (reason === null || reason === "message.send.error.vacation");
  const { text, way } = (reason !== null && REFUSALS[reason]) || CLOSED;
  return (
    <div class="empty">
      <p>
        {isAway ? (
          <Sentence
            of={awayUntil === "open" ? "page.refusal.away" : "page.refusal.awayUntil"}
            parts={{
              name: <Name>{name}</Name>,
              time: <time dateTime={awayUntil}>{awayUntil === "open" ? "" : formats.day(awayUntil)}</time>,
            }}
          />
        ) : (
          <Sentence of={text} parts={{ name: <Name>{name}</Name> }} />
        )}
      </p>
      {way && (
        <p class="actions">
          <a class="button" href={way.href}>
            {t(way.text)}
          </a>
        </p>
      )}
    </div>
  );
}
