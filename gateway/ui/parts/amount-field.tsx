import type { ComponentChildren, VNode } from "preact";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { readAmount, type TypedAmount } from "../amount.ts";
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
  /** The form was submitted, so an empty field is a problem. */
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
};

/** An amount in the reader's notation; {@link readAmount} converts it for the API. */
export function AmountField({ value, problem = null, isWanted = false, onTyped, ...field }: AmountFieldProps): VNode {
  const { t, locale, formats } = useReader();
  const { kind } = readAmount(value, locale);
  const text = kind === "amount" || (kind === "empty" && !isWanted) ? null : TEXTS[kind];
  const currency = formats.currency(CURRENCY);
  return (
    <Field
      {...field}
      value={value}
      inputMode="decimal"
      autocomplete="off"
      dir="ltr"
      unit={currency}
      problem={text === null ? problem : t(text, { currency })}
      onInput={(event) => onTyped(event.currentTarget.value)}
    />
  );
}
