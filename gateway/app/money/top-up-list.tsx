import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { receiverOn } from "../client/drafts.ts";
import { onward } from "../client/navigation.ts";
import type { ListedTopUp, TopUp } from "../client/top-ups.ts";

const ENDED = {
  SUCCEEDED: "page.topup.done",
  FAILED: "page.topup.failed",
  CANCELLED: "page.topup.cancelled",
  REVIEW: "page.topup.review",
  RETURNING: "page.topup.returning",
  RETURNED: "page.topup.returned",
} as const satisfies Record<Exclude<TopUp["status"], "PENDING">, TextKey>;

/** What has become of a payment; null while it is not paid. */
export function outcomeOf({ status, reason }: Pick<TopUp, "status" | "reason">): TextKey | null {
  if (reason === "EXPIRED") return "page.topup.expired";
  if (reason === "DISPUTE_LOST") return "page.topup.takenBack";
  return status === "PENDING" ? null : ENDED[status];
}

interface TopUpListProps {
  readonly title: TextKey;
  readonly of: readonly ListedTopUp[];
}

/** Payments that are no movements of the wallet, each with its purpose and its page, which leads on. Nothing without any. */
export function TopUpList({ title, of }: TopUpListProps): VNode | null {
  const { t } = useReader();
  if (of.length === 0) return null;
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t(title)}</h2>
      <ul class="list">
        {of.map((topUp) => {
          const { topupId, amount, currency, createdAt, next } = topUp;
          const [to, outcome] = [receiverOn(next), outcomeOf(topUp)];
          return (
            <Row key={topupId} href={`/wallet/topups/${topupId}${onward(next)}`} end={<Money amount={amount} currency={currency} />}>
              <Time at={createdAt} />
              {outcome !== null && <span class="hint">{t(outcome)}</span>}
              {to !== null && (
                <span class="hint">
                  <Sentence of="page.wallet.openFor" parts={{ name: <Name>{to}</Name> }} />
                </span>
              )}
            </Row>
          );
        })}
      </ul>
    </section>
  );
}
