import type { ComponentChildren, VNode } from "preact";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { type AmountRange, readAmount, type TypedAmount } from "../amount.ts";
import type { TextKey } from "../texts.ts";
import { Field } from "./fields.tsx";
import { useReader } from "./reader.tsx";

interface AmountFieldProps {
  readonly label: string;
  readonly name: string;
  /** As it was typed. */
  readonly value: string;
  /** Why a readable amount cannot be sent. */
  readonly problem?: string | null;
  readonly hint?: ComponentChildren;
  /** Shown at the field. */
  readonly range?: AmountRange | null;
  readonly onTyped: (typed: string) => void;
}

/** Why an amount is not read. */
const TEXTS: Readonly<Record<Exclude<TypedAmount["kind"], "amount">, TextKey>> = {
  empty: "page.amount.noAmount",
  "no-amount": "page.amount.noAmount",
  "too-precise": "page.amount.tooPrecise",
  "foreign-currency": "page.amount.otherCurrency",
  ambiguous: "page.amount.ambiguous",
  "out-of-range": "page.amount.range",
};

/** An amount in the reader's notation; {@link readAmount} converts it for the API. */
export function AmountField({ value, problem = null, range = null, hint, onTyped, ...field }: AmountFieldProps): VNode {
  const { t, locale, formats } = useReader();
  const { kind } = readAmount(value, locale, range);
  // While it is being typed, an amount is empty or too small at first.
  const isEarly = kind === "empty" || kind === "out-of-range";
  const currency = formats.currency(CURRENCY);
  const bounds = range && {
    minimum: formats.money(range.minimum, CURRENCY),
    maximum: formats.money(range.maximum, CURRENCY),
  };
  const fault = kind === "amount" ? problem : t(TEXTS[kind], { currency, ...bounds });
  const limits = bounds && kind !== "out-of-range" ? t("page.amount.range", bounds) : undefined;
  return (
    <Field
      {...field}
      hint={
        limits === undefined ? (
          hint
        ) : hint === undefined ? (
          limits
        ) : (
          <>
            {limits}
            <br />
            {hint}
          </>
        )
      }
      value={value}
      inputMode="decimal"
      autocomplete="off"
      dir="ltr"
      unit={currency}
      required
      problem={isEarly ? null : fault}
      fault={fault}
      onInput={(event) => onTyped(event.currentTarget.value)}
    />
  );
}
