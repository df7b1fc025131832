/** Codes that name no country: groups, and places for tests. */
const NO_COUNTRIES = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The countries that the browser knows by name, in the order of the reader's language. */
export function countriesIn(locale: string): readonly { readonly value: string; readonly text: string }[] {
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const countries = codes.flatMap((value) => {
    const text = isCurrent(value) ? names.of(value) : undefined;
    return text === undefined ? [] : [{ value, text }];
  });
  const { compare } = new Intl.Collator(locale);
  return countries.sort((left, right) => compare(left.text, right.text));
}

/** A country that does not exist any more has the name of its successor. */
function isCurrent(code: string): boolean {
  return !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code;
}
