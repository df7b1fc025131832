const DECIMAL_DIGIT = /\p{Nd}/gu;
const LATIN_ZERO = 48;

/** The text with the decimal digits of every script written as 0 to 9. */
export function latinDigits(text: string): string {
  return text.replace(DECIMAL_DIGIT, (digit) => String(digitValue(digit)));
}

/** Unicode keeps the ten digits of a script together, from its zero on, so counting the digits before this one gives its value. */
function digitValue(digit: string): number {
  let code = digit.codePointAt(0) ?? LATIN_ZERO;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    before += 1;
  }
  return before % 10;
}
