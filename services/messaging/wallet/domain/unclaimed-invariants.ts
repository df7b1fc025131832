import type { Money } from "#libs/kernel/money.ts";
import { BANK_ACCOUNT, unclaimedAccount } from "./ledger.ts";
import { type Accounts, checkEqual, type Violation } from "./ledger-invariants.ts";
import type { Unclaimed } from "./unclaimed.ts";

/** Sums of unclaimed money, in minor units. */
export interface UnclaimedSums {
  /** Of the open rows, by the request of the deletion. */
  readonly open: Map<string, Money>;
  paid: Money;
}

export function addUnclaimed(sums: UnclaimedSums, { requestId, status, amount }: Unclaimed): void {
  if (status === "OPEN" || status === "WAITING") sums.open.set(requestId, (sums.open.get(requestId) ?? 0n) + amount);
  if (status === "PAID") sums.paid += amount;
}

const PREFIX = unclaimedAccount("");

/** Compares the accounts of unclaimed money with its documents, in both directions. */
export function checkUnclaimed(accounts: Accounts, { open, paid }: UnclaimedSums): Violation[] {
  const known = [...accounts.keys()].filter((account) => account.startsWith(PREFIX)).map((account) => account.slice(PREFIX.length));
  const requests = new Set([...known, ...open.keys()]);
  const balance = (account: string) => accounts.get(account)?.balance ?? 0n;
  return [
    ...checkEqual("M1", BANK_ACCOUNT, balance(BANK_ACCOUNT), paid),
    ...[...requests].flatMap((requestId) => {
      const account = unclaimedAccount(requestId);
      return checkEqual("M1", account, balance(account), open.get(requestId) ?? 0n);
    }),
  ];
}
