import type { ComponentChildren, VNode } from "preact";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { readAmount } from "../amount.ts";
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

/** An amount in the reader's notation; {@link readAmount} converts it for the API. */
export function AmountField({ value, problem = null, isWanted = false, onTyped, ...field }: AmountFieldProps): VNode {
  const { t, locale, formats } = useReader();
  const { kind } = readAmount(value, locale);
  const isUnreadable = kind === "no-amount" || (kind === "empty" && isWanted);
  const unreadable = kind === "too-precise" ? t("page.amount.tooPrecise") : isUnreadable ? t("page.amount.noAmount") : null;
  return (
    <Field
      {...field}
      value={value}
      inputMode="decimal"
      autocomplete="off"
      dir="ltr"
      unit={formats.currency(CURRENCY)}
      problem={unreadable ?? problem}
      onInput={(event) => onTyped(event.currentTarget.value)}
    />
  );
}
