import type { VNode } from "preact";
import { amountOf, centsOf } from "#gateway/ui/amount.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import type { Received } from "../../client/message-pages.ts";

const DAY_MS = 24 * 3_600_000;

/** Totals of the waiting messages: count, earnings, and how many expire soon. */
export function MessagesSum({ messages }: { readonly messages: readonly Received[] }): VNode {
  const { t, now } = useReader();
  const sum = messages.reduce((cents, { creatorShare }) => cents + centsOf(creatorShare ?? "0.00"), 0);
  const endToday = messages.filter(({ expiresAt }) => Date.parse(expiresAt) - now() < DAY_MS).length;
  return (
    <p class="hint">
      {t("page.inbox.count", { count: messages.length })} · <Money amount={amountOf(sum)} currency={messages[0]?.currency ?? ""} />
      {endToday > 0 && ` · ${t("page.inbox.endToday", { count: endToday })}`}
    </p>
  );
}
