import type { ComponentChildren, VNode } from "preact";
import { amountOf } from "#gateway/ui/amount.ts";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { VerifiedAccounts } from "#gateway/ui/creator/creator-links.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import { BoundUntil } from "./compose-bound.tsx";
import type { Offer } from "./compose-offer.ts";
import { hasTerms } from "./compose-quote.ts";
import { Shares } from "./compose-shares.tsx";
import type { Sender } from "./sender.ts";

interface ComposeSummaryProps {
  readonly terms: ComposeTerms;
  readonly sender: Sender;
  readonly offer: Offer;
  /** Button and problems below the total. */
  readonly children: ComponentChildren;
}

/** Price, receiver, remaining balance and refund time, and who holds the money until then. */
export function ComposeSummary({ terms, sender: { quote, wallet }, offer, children }: ComposeSummaryProps): VNode {
  const { t } = useReader();
  const { price, split, rest, until, minimum } = offer;
  const { currency } = terms;
  return (
    <div class="card sticky">
      {minimum === null && <p>{t("page.compose.free")}</p>}
      {quote?.freeRemainingToday != null && <p>{t("page.compose.freeLeft", { count: quote.freeRemainingToday })}</p>}
      {price !== null && (
        <>
          <p class="sum">
            <Sentence of="page.compose.pay" parts={{ amount: <Money amount={price} currency={currency} /> }} />
          </p>
          {split && (
            <p>
              <Shares split={split} terms={terms} />
            </p>
          )}
          {wallet && (
            <p>
              {t("page.compose.balance")} <Money amount={wallet.balance} currency={currency} />{" "}
              {rest !== null && rest >= 0 && (
                <Sentence of="page.compose.after" parts={{ amount: <Money amount={amountOf(rest)} currency={currency} /> }} />
              )}
            </p>
          )}
          <p>
            <Sentence
              of="page.compose.refund"
              parts={{ time: <Time at={until} />, amount: <Money amount={price} currency={currency} /> }}
            />
          </p>
        </>
      )}
      {quote && hasTerms(quote, offer) && <BoundUntil expiresAt={quote.expiresAt} />}
      {children}
      {minimum !== null && <Holder terms={terms} />}
    </div>
  );
}

/** Who holds the money until there is a reply, who receives it then, and the proof of it. */
function Holder({ terms }: { readonly terms: ComposeTerms }): VNode {
  const reader = useReader();
  const { t } = reader;
  const parts = { name: <Name>{terms.name}</Name>, operator: <Name>{terms.operator}</Name> };
  return (
    <details class="more">
      <summary>{t("page.compose.holder")}</summary>
      <p>
        <Sentence of="page.compose.held" parts={parts} />
      </p>
      <VerifiedAccounts creator={terms} about={reader} target="_blank" />
      <p>
        <Sentence of="page.compose.receipt" parts={parts} />
      </p>
      <p>
        <a href="/help" target="_blank" rel="noopener">
          {t("page.frame.help")}
        </a>
      </p>
    </details>
  );
}
