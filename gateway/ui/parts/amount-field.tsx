import type { ComponentChildren, VNode } from "preact";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { type AmountRange, readAmount, type TypedAmount } from "../amount.ts";
import type { TextKey } from "../texts.ts";
import { Field } from "./controls.tsx";
import { useReader } from "./reader.tsx";

interface AmountFieldProps {
  readonly label: string;
  readonly name: string;
  /** As it was typed. */
  readonly value: string;
  /** Why a readable amount is refused. */
  readonly problem?: string | null;
  readonly hint?: ComponentChildren;
  /** Shown at the field. */
  readonly range?: AmountRange | null;
  /** The form was submitted, so an empty field and an amount out of range are problems. */
  readonly isWanted?: boolean;
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
export function AmountField({ value, problem = null, isWanted = false, range = null, hint, onTyped, ...field }: AmountFieldProps): VNode {
  const { t, locale, formats } = useReader();
  const { kind } = readAmount(value, locale, range);
  const isEarly = !isWanted && (kind === "empty" || kind === "out-of-range");
  const text = kind === "amount" || isEarly ? null : TEXTS[kind];
  const currency = formats.currency(CURRENCY);
  const bounds = range && {
    minimum: formats.money(range.minimum, CURRENCY),
    maximum: formats.money(range.maximum, CURRENCY),
  };
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
      problem={text === null ? problem : t(text, { currency, ...bounds })}
      onInput={(event) => onTyped(event.currentTarget.value)}
    />
  );
}
