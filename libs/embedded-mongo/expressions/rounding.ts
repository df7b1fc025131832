import { Decimal128 } from "bson";
import { isDecimal, toDouble } from "../values/bson-types.ts";
import { toDecimal128 } from "../values/decimal.ts";

export type RoundingMode = "round" | "trunc" | "floor" | "ceil";

const ON_DOUBLES: Record<Exclude<RoundingMode, "round">, (value: number) => number> = {
  trunc: Math.trunc,
  floor: Math.floor,
  ceil: Math.ceil,
};

function roundsUp(mode: RoundingMode, negative: boolean, quotient: bigint, rest: bigint, half: bigint): boolean {
  if (rest === 0n || mode === "trunc") return false;
  if (mode === "floor") return negative;
  if (mode === "ceil") return !negative;
  return rest > half || (rest === half && (quotient & 1n) === 1n);
}

/** Rounds at a decimal place; half goes to even, in decimal and not in binary. Keeps the numeric type. */
export function roundTo(value: unknown, place: number, mode: RoundingMode): unknown {
  if (!isDecimal(value)) {
    const double = toDouble(value);
    if (!Number.isFinite(double) || (Number.isInteger(double) && place >= 0)) return value;
    if (place === 0 && mode !== "round") return ON_DOUBLES[mode](double);
    return Number(String(roundTo(toDecimal128(double), place, mode)));
  }
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/.exec(value.toString());
  if (!match) return value;
  const [, sign = "", whole = "", fraction = "", power = "0"] = match;
  const exponent = Number(power) - fraction.length;
  const coefficient = BigInt(whole + fraction);
  const cut = -place - exponent;
  if (cut <= 0) return value;
  const divisor = 10n ** BigInt(cut);
  const quotient = coefficient / divisor;
  const up = roundsUp(mode, sign === "-", quotient, coefficient % divisor, divisor / 2n);
  return Decimal128.fromString(`${sign}${up ? quotient + 1n : quotient}E${-place}`);
}
