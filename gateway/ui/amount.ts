import { CURRENCY, type Locale } from "#libs/contracts/shared.ts";
import { latinDigits } from "#libs/kernel/latin-digits.ts";
import { formatMoney, parseMoney, shareOf } from "#libs/kernel/money.ts";

/** The parsed input of an amount field. */
export type TypedAmount = { readonly kind: "amount" /** Digits with a dot and two decimals. */; readonly value: string } | UnreadAmount;

interface UnreadAmount {
  readonly kind: "empty" | "too-precise" | "foreign-currency" | "ambiguous" | "no-amount" | "out-of-range";
}

/** The bounds of an amount, digits with a dot and two decimals. */
export interface AmountRange {
  readonly minimum: string;
  readonly maximum: string;
}

/** A currency before or after a number. A dot may end it, as in `Fr. 5`, unless a digit follows: that dot is part of the number. */
const WITH_CURRENCY = /^([\p{L}\p{M}\p{Sc}]*)(?:\.(?=\s))?\s*([^\p{L}\p{M}\p{Sc}]*?)\s*(?:([\p{L}\p{M}\p{Sc}]+)\.?)?$/u;
/** A number and its decimals, which may be missing or a dash, as in `5.-`. */
const WITH_DECIMALS = /^(.*?)(?:([.,٫])(\d{0,2}|[-–—]{1,2}))?$/;
/** Marks of direction and others that are not seen. */
const MARKS = /\p{Cf}/gu;
/** Digits in groups, with any sign between them. */
const GROUPED = /^\d+(?:[.,٫٬' ]\d{2,})+/;

/**
 * Parses an amount in any locale's notation, with or without the currency of the platform. The last `.`, `,` or `٫` with at most two digits
 * after it is the decimal sign. An amount that could be read in two ways is not read.
 * @param range null: any amount
 */
export function readAmount(typed: string, locale: Locale, range: AmountRange | null = null): TypedAmount {
  const read = readAnyAmount(typed, locale);
  return read.kind === "amount" && range && !isWithin(read.value, range) ? { kind: "out-of-range" } : read;
}

const isWithin = (value: string, { minimum, maximum }: AmountRange): boolean =>
  centsOf(value) >= centsOf(minimum) && centsOf(value) <= centsOf(maximum);

function readAnyAmount(typed: string, locale: Locale): TypedAmount {
  const text = withPlainSigns(typed);
  if (text === "") return { kind: "empty" };
  const [, before = "", number = "", after = ""] = WITH_CURRENCY.exec(text) ?? [];
  if (!/\d/.test(number)) return { kind: "no-amount" };
  const names = ["", ...currencyNames(locale), ...currencyNames("en")];
  if (![before, after].every((name) => names.includes(name.toLowerCase()))) return { kind: "foreign-currency" };
  const [, whole = "", sign = "", decimals = ""] = WITH_DECIMALS.exec(number) ?? [];
  const digits = whole === "" ? "0" : withoutGroups(whole, groupSigns(locale, sign));
  if (digits === null) return { kind: whyUnread(number, locale) };
  return { kind: "amount", value: `${digits.replace(/^0+(?=\d)/, "")}.${decimals.replace(/\D/g, "").padEnd(2, "0")}` };
}

/** The digits of a whole number, whose groups, if any, have the same sign and three digits, or two as in India; null for other texts. */
function withoutGroups(text: string, signs: string): string | null {
  if (/^\d{1,12}$/.test(text)) return text;
  const [, sign = ""] = /^\d{1,3}(\D)/.exec(text) ?? [];
  if (sign === "" || !signs.includes(sign)) return null;
  const groups = text.split(sign);
  const isWestern = groups.slice(1).every((group) => /^\d{3}$/.test(group));
  const isIndian = sign === "," && /^\d{1,2}(,\d{2})*,\d{3}$/.test(text);
  const digits = groups.join("");
  return (isWestern || isIndian) && /^[1-9]\d{0,11}$/.test(digits) ? digits : null;
}

function whyUnread(number: string, locale: Locale): UnreadAmount["kind"] {
  const [, fraction = "", ...others] = number.split(signOf(locale, "decimal"));
  if (/^\d{3,}$/.test(fraction) && others.length === 0) return "too-precise";
  return GROUPED.test(number) ? "ambiguous" : "no-amount";
}

/**
 * Signs between groups that the reader may mean: those of every locale, and that of the reader's own. Beside a decimal sign, dot and comma
 * have one meaning in all locales.
 */
const groupSigns = (locale: Locale, decimalSign: string): string =>
  `${signOf(locale, "group")}'٬ ${decimalSign === "" ? "" : ".,"}`.replaceAll(decimalSign || "\0", "");

/** Spaces of all widths are one sign. */
const signOf = (locale: Locale, type: "decimal" | "group"): string => withSpaces(partOf(new Intl.NumberFormat(locale), 1_234_567.5, type));

/** The ways to write the currency of the platform in a locale: `€`, `eur`, `euro`, `euros`. */
function currencyNames(locale: Locale): readonly string[] {
  const displays = ["symbol", "narrowSymbol", "code", "name"] as const;
  return displays.flatMap((currencyDisplay) => {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency: CURRENCY, currencyDisplay });
    return [1, 2, 5].map((value) => partOf(format, value, "currency").toLowerCase());
  });
}

function partOf(format: Intl.NumberFormat, value: number, type: Intl.NumberFormatPartTypes): string {
  return (
    format
      .formatToParts(value)
      .find((part) => part.type === type)
      ?.value.replace(MARKS, "") ?? ""
  );
}

const SIGNS: Readonly<Record<string, string>> = { "．": ".", "，": ",", "،": ",", "。": ".", "｡": ".", "’": "'", ʼ: "'", "＇": "'" };

/** The text with Latin digits, one sign of each kind, and without unseen marks. */
function withPlainSigns(text: string): string {
  return withSpaces(latinDigits(text.normalize()).replace(MARKS, ""))
    .replace(/[．。｡，،’ʼ＇]/g, (sign) => SIGNS[sign] ?? sign)
    .trim();
}

const withSpaces = (text: string): string => text.replace(/\s+/g, " ");

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
