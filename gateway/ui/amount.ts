import type { Locale } from "#libs/contracts/shared.ts";
import { formatMoney, parseMoney, shareOf } from "#libs/kernel/money.ts";

/** The parsed input of an amount field. */
export type TypedAmount =
  | { readonly kind: "amount" /** Digits with a dot and two decimals. */; readonly value: string }
  | { readonly kind: "empty" | "too-precise" | "no-amount" };

/** Zeros of the scripts that readers may type in: Latin, Arabic, Persian, Devanagari, full width. */
const ZEROS = ["0", "٠", "۰", "०", "０"].map((zero) => zero.charCodeAt(0));
const SPACES = /[\s\u200e\u200f]/g;

/**
 * Parses an amount in any locale's notation. The last `.`, `,` or `٫` with one or two digits after it is the decimal sign. Spaces and the
 * locale's group signs are dropped.
 */
export function readAmount(typed: string, locale: Locale): TypedAmount {
  const text = latinDigits(typed).replace(SPACES, "");
  if (text === "") return { kind: "empty" };
  const [, whole = "", decimals = ""] = /^(.*?)(?:[.,٫](\d{1,2}))?$/.exec(text) ?? [];
  const digits = withoutGroups(whole, locale);
  if (digits === null) return { kind: /^\d+[.,٫]\d{3,}$/.test(text) ? "too-precise" : "no-amount" };
  return { kind: "amount", value: `${digits.replace(/^0+(?=\d)/, "")}.${decimals.padEnd(2, "0")}` };
}

/** The digits of a whole number, whose groups, if any, must have three digits; null when it is no whole number. */
function withoutGroups(text: string, locale: Locale): string | null {
  if (/^\d{1,12}$/.test(text)) return text;
  const isGrouped = groupSigns(locale).some((sign) => new RegExp(`^\\d{1,3}(\\${sign}\\d{2,3})*\\${sign}\\d{3}$`).test(text));
  const digits = text.replace(/\D/g, "");
  return isGrouped && digits.length <= 12 ? digits : null;
}

/** Spaces were dropped before. */
function groupSigns(locale: Locale): readonly string[] {
  const sign = new Intl.NumberFormat(locale).formatToParts(1_234_567).find(({ type }) => type === "group")?.value;
  return [...new Set([...(sign && /[.,'’٬]/.test(sign) ? [sign] : []), "'", "’", "٬"])];
}

function latinDigits(text: string): string {
  return [...text]
    .map((letter) => {
      const zero = ZEROS.find((first) => letter.charCodeAt(0) >= first && letter.charCodeAt(0) < first + 10);
      return zero === undefined ? letter : String(letter.charCodeAt(0) - zero);
    })
    .join("");
}

/** An amount with a dot and two decimals, in the reader's notation. */
export function amountAsTyped(amount: string, locale: Locale): string {
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, { minimumFractionDigits: 2, useGrouping: false });
  return format.format(amount as Intl.StringNumericLiteral);
}

/** Whole cents of an amount with a dot and two decimals. Exact, because amounts are small enough for a number. */
export function centsOf(value: string): number {
  return Number(value.replace(".", ""));
}

/** The amount of whole cents, with a dot and two decimals. */
export function amountOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Splits a price like the ledger does: the creator's share and the platform's fee. Decimals. */
export function sharesOf(price: string, commissionRate: number): { readonly share: string; readonly fee: string } {
  const whole = parseMoney(price);
  const fee = shareOf(whole, commissionRate);
  return { share: formatMoney(whole - fee), fee: formatMoney(fee) };
}
