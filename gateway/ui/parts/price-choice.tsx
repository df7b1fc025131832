import type { VNode } from "preact";
import type { AmountRange } from "../amount.ts";
import { AmountField } from "./amount-field.tsx";
import { useReader } from "./reader.tsx";

/** A creator's choice of the price of a message. */
export interface PriceDraft {
  readonly isPaid: boolean;
  /** The price as typed; it is preserved while messages are free. */
  readonly typed: string;
}

interface PriceChoiceProps {
  readonly value: PriceDraft;
  readonly range: AmountRange | null;
  change(value: PriceDraft): void;
}

/** Free or paid, and the price. */
export function PriceChoice({ value, range, change }: PriceChoiceProps): VNode {
  const { t } = useReader();
  const option = (isPaid: boolean, text: string) => (
    <label class="option">
      <input type="radio" name="paid" checked={value.isPaid === isPaid} onChange={() => change({ ...value, isPaid })} />
      {text}
    </label>
  );
  return (
    <>
      <fieldset class="field">
        <legend>{t("page.become.messages")}</legend>
        {option(true, t("page.become.paid"))}
        {option(false, t("page.state.free"))}
      </fieldset>
      {value.isPaid && (
        <AmountField
          label={t("page.become.price")}
          name="price"
          value={value.typed}
          range={range}
          hint={t("page.become.priceHint")}
          onTyped={(typed) => change({ ...value, typed })}
        />
      )}
    </>
  );
}
