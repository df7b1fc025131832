import type { Money } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { chargebackOf } from "../data/chargeback.store.ts";
import type { Deps } from "../deps.ts";
import type { Chargeback } from "../domain/chargeback.ts";
import { accountOf, LOSSES_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { credit } from "../domain/wallet.ts";
import { bookCredit } from "../ledger/book.ts";

/** Lets the platform bear the debt of a lost chargeback. The set has loaded it and the wallet. */
export function writeOff(deps: Pick<Deps, "wallets" | "ledger">, set: WorkingSet, chargeback: Chargeback, amount: Money): void {
  const { _id: id, userId } = chargeback;
  set.put(chargebackOf(id), { ...chargeback, writtenOff: amount, approval: undefined });
  const entries = transferEntries(amount, LOSSES_ACCOUNT, accountOf(userId, "FAN"));
  const booking = { kind: "WRITE_OFF", reference: { type: "chargeback", id }, entries, wallet: { userId, kind: "FAN" } } as const;
  bookCredit(deps, set, booking, (wallet) => credit(wallet, amount));
  set.hit("wallet.chargeback.written-off");
}
