import type { VNode } from "preact";
import { amountAsTyped, amountOf, centsOf } from "#gateway/ui/amount.ts";
import { type ComposeTerms, hoursToChoose } from "#gateway/ui/compose-terms.ts";
import { windowText } from "#gateway/ui/durations.ts";
import { AmountField } from "#gateway/ui/parts/amount-field.tsx";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice, TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import type { Draft } from "../client/drafts.ts";
import type { Offer } from "./compose-offer.ts";

const MAX_TEXT = 2_000;

interface ComposeFieldsProps {
  readonly terms: ComposeTerms;
  readonly draft: Draft;
  readonly offer: Offer;
  change(part: Partial<Draft>): void;
}

/** Text, price and reply window. */
export function ComposeFields({ terms, draft, offer, change }: ComposeFieldsProps): VNode {
  const { t } = useReader();
  return (
    <div>
      <TextField
        label={t("page.compose.text")}
        name="content"
        required
        value={draft.text}
        maxLength={MAX_TEXT}
        onInput={(event) => change({ text: event.currentTarget.value })}
      />
      {offer.minimum !== null && (
        <Price minimum={offer.minimum} currency={terms.currency} offer={offer} typed={draft.price} onTyped={(price) => change({ price })} />
      )}
      <Choice
        label={t("page.compose.within")}
        name="timeoutHours"
        value={String(offer.hours)}
        options={hoursToChoose(offer.hours, offer.window).map((each) => ({ value: String(each), text: windowText(t, each) }))}
        onChange={(event) => change({ hours: Number(event.currentTarget.value) })}
      />
    </div>
  );
}

interface PriceProps {
  readonly minimum: string;
  readonly currency: string;
  readonly offer: Offer;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}

function Price({ minimum, currency, offer: { price, isBelowMinimum }, typed, onTyped }: PriceProps): VNode {
  const { t, locale, formats } = useReader();
  return (
    <>
      <AmountField
        label={t("page.compose.price")}
        name="price"
        value={typed}
        hint={t("page.compose.from", { amount: formats.money(minimum, currency) })}
        problem={isBelowMinimum ? t("page.compose.below", { amount: formats.money(minimum, currency) }) : null}
        onTyped={onTyped}
      />
      <p class="actions chips">
        {[1, 2, 4].map((times) => {
          const value = amountOf(centsOf(minimum) * times);
          return (
            <Button key={times} pressed={price === value} onClick={() => onTyped(amountAsTyped(value, locale))}>
              <Money amount={value} currency={currency} />
            </Button>
          );
        })}
      </p>
    </>
  );
}
