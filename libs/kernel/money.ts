/** Money is a whole number of minor units (cents); a decimal string exists at the interface only. */
export type Money = bigint;

/** "5.5" → 550n. Expects an amount that passed the contract: digits with an optional dot and one or two decimals. */
export function parseMoney(decimal: string): Money {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/** 550n → "5.50"; negative amounts keep their sign. */
export function formatMoney(amount: Money): string {
  const sign = amount < 0n ? "-" : "";
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function smallerOf(one: Money, other: Money): Money {
  return one < other ? one : other;
}

/** 5.5 → 550n, for settings in major units. Their bounds are far below the largest number that a float represents exactly. */
export function minorUnitsOf(majorUnits: number): Money {
  return BigInt(Math.round(majorUnits * 100));
}

const RATE_SCALE = 1_000_000n;

/** The part of an amount that a rate (0-1, up to six decimals) takes, half up on minor units. */
export function shareOf(amount: Money, rate: number): Money {
  const scaled = amount * BigInt(Math.round(rate * Number(RATE_SCALE)));
  return (scaled + RATE_SCALE / 2n) / RATE_SCALE;
}
