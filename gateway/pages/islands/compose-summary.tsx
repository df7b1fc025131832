import type { ComponentChildren, VNode } from "preact";
import { amountOf } from "../amount.ts";
import type { ComposeTerms } from "../compose-terms.ts";
import { useReader } from "../parts/reader.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Money, Name, Time } from "../parts/values.tsx";
import type { Offer } from "./compose-offer.ts";
import type { Standing } from "./standing.ts";

interface ComposeSummaryProps {
  readonly terms: ComposeTerms;
  readonly standing: Standing;
  readonly offer: Offer;
  /** What stands under the sum: button and problems. */
  readonly children: ComponentChildren;
}

/** What it costs, what is left after it, when the money would be back, and who holds it until then. */
export function ComposeSummary({ terms, standing: { quote, wallet }, offer, children }: ComposeSummaryProps): VNode {
  const { t } = useReader();
  const { price, rest, until, minimum } = offer;
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
      {children}
      {minimum !== null && (
        <p class="hint">
          <Sentence of="page.compose.held" parts={{ name: <Name>{terms.name}</Name>, operator: <Name>{terms.operator}</Name> }} />
        </p>
      )}
    </div>
  );
}
