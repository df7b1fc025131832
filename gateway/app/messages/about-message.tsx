import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { isOpen, type StatedMessage } from "#gateway/ui/parts/message-state.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";

/** What a fan's message is about, beside the conversation on wide screens. The note of the message says it too. */
export function AboutMessage({ message }: { readonly message: StatedMessage }): VNode {
  const { t } = useReader();
  const { price, currency, sentAt, expiresAt } = message;
  const amount = price === null ? t("page.creator.free") : <Money amount={price} currency={currency} />;
  const due = [t("page.thread.due"), <Time key="due" at={expiresAt} />] as const;
  return (
    <aside class="about" aria-label={t("page.thread.about")}>
      <h2>{t("page.thread.about")}</h2>
      <Facts
        of={[
          [t("page.wallet.amount"), amount],
          [t("page.thread.sent"), <Time key="sent" at={sentAt} />],
          ...(isOpen(message) ? [due] : []),
        ]}
      />
    </aside>
  );
}
