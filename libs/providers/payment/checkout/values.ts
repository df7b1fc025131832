import { SECOND } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import { ProviderFailure } from "../../provider-failure.ts";

/** A sum as the port has it. Throws BAD_ANSWER for what is none. */
export function moneyOf(amount: unknown, currency: unknown): { readonly amount: Money; readonly currency: string } {
  if (!Number.isSafeInteger(amount) || typeof currency !== "string") throw new ProviderFailure("payment", "BAD_ANSWER", "AMOUNT");
  return { amount: BigInt(amount as number), currency: currency.toUpperCase() };
}

/** @param seconds since 1970 */
export function dateOf(seconds: number): Date {
  return new Date(seconds * SECOND);
}

/** The id of an object that is answered as its id or as a whole. */
export function idOf(value: string | { readonly id: string } | null | undefined): string | null {
  return typeof value === "string" ? value : (value?.id ?? null);
}
