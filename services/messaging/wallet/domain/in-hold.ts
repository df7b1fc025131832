import type { Money } from "#libs/kernel/money.ts";

/** Earnings that cannot be paid out yet, in minor units, by the first UTC day on which they can (YYYY-MM-DD). */
export type InHold = Readonly<Record<string, Money>>;

interface Earnings {
  readonly balance: Money;
  /** What disputes keep from being paid out. */
  readonly stopped?: Money | undefined;
  readonly inHold?: InHold | undefined;
}

/** The days of a hold: today, and the day from which the earnings can be paid out. */
export interface HoldDays {
  readonly today: string;
  readonly availableOn: string;
}

/** Earnings in hold with a further amount. Days that have come leave; undefined: none is left. */
export function addToHold(inHold: InHold | undefined, amount: Money, { today, availableOn }: HoldDays): InHold | undefined {
  const waiting = new Map(scheduleOf({ inHold }, today));
  if (availableOn > today && amount > 0n) waiting.set(availableOn, (waiting.get(availableOn) ?? 0n) + amount);
  return waiting.size === 0 ? undefined : Object.fromEntries(waiting);
}

/** Earnings in hold without an amount of a day. */
export function takeFromHold(inHold: InHold | undefined, amount: Money, { today, availableOn }: HoldDays): InHold | undefined {
  const left = scheduleOf({ inHold }, today).map(([day, own]) => [day, day === availableOn ? own - amount : own] as const);
  const waiting = left.filter(([, own]) => own > 0n);
  return waiting.length === 0 ? undefined : Object.fromEntries(waiting);
}

/** Earnings in hold after a day, by the day from which they can be paid out, in the order of the days. */
export function scheduleOf({ inHold = {} }: Pick<Earnings, "inHold">, today: string): (readonly [day: string, amount: Money])[] {
  return Object.entries(inHold)
    .filter(([day]) => day > today)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Minor units that are in hold after a day. */
export function inHoldAfter(earnings: Pick<Earnings, "inHold">, today: string): Money {
  return scheduleOf(earnings, today).reduce((sum, [, amount]) => sum + amount, 0n);
}

/** What can be paid out on a day: the balance without what is in hold or stopped. A correction may have taken more than the rest. */
export function availableOf(earnings: Earnings | null, today: string): Money {
  if (!earnings) return 0n;
  const available = earnings.balance - (earnings.stopped ?? 0n) - inHoldAfter(earnings, today);
  return available > 0n ? available : 0n;
}
