import type { VNode } from "preact";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { type AmountRange, readAmount, sharesOf } from "../amount.ts";
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
  /** Share of the price that the platform keeps; null: unknown. */
  readonly commissionRate: number | null;
  change(value: PriceDraft): void;
}

/** A price with which the fee is shown while none is typed. */
const EXAMPLE = "10.00";

/** What the price means for the creator: the fee is said before anything is asked for. */
function Share({ typed, range, commissionRate }: Pick<PriceDraft, "typed"> & Pick<PriceChoiceProps, "range" | "commissionRate">): VNode {
  const { t, locale, formats } = useReader();
  const amount = readAmount(typed, locale, range);
  const price = amount.kind === "amount" ? amount.value : EXAMPLE;
  const said = (value: string) => formats.money(value, CURRENCY);
  return (
    <>
      {t("page.become.priceHint")}
      {commissionRate !== null &&
        ` ${t("page.become.shareOf", { price: said(price), share: said(sharesOf(price, commissionRate).share) })}`}
    </>
  );
}

/** Free or paid, and the price. */
export function PriceChoice({ value, range, commissionRate, change }: PriceChoiceProps): VNode {
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
          hint={<Share typed={value.typed} range={range} commissionRate={commissionRate} />}
          onTyped={(typed) => change({ ...value, typed })}
        />
      )}
    </>
  );
}
