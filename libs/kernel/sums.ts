type Vars = Readonly<Record<string, string | number>>;

/** Values of texts that are sums when a `currency` stands beside them: decimal strings, as the interface has them. */
const SUMS: readonly string[] = ["amount", "minimum", "maximum", "share", "limit", "remaining", "refundable"];

const formats = new Map<string, Intl.NumberFormat>();

/** The values of a text, with the sums in the notation of the locale, and without the currency, which they contain now. */
export function withSums<V extends Vars>(vars: V, locale: string): Vars {
  const { currency, ...others } = vars as Vars;
  if (typeof currency !== "string" || currency === "") return vars;
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, SUMS.includes(name) ? sumText(String(value), currency, locale) : value]),
  );
}

const HYPHEN = "-";
const MINUS = "\u2212";

/**
 * A sum in the notation of a locale, with Latin digits and a real minus. Intl formats the decimal string itself,
 * so no sum becomes a float.
 */
export function sumText(sum: string, currency: string, locale: string): string {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: "currency", currency });
  formats.set(key, format);
  return format.format(sum as Intl.StringNumericLiteral).replace(HYPHEN, MINUS);
}
