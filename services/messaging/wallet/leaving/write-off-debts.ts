import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { writeOff } from "../chargebacks/write-off.ts";
import { chargebackOf } from "../data/chargeback.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { amountToWriteOff } from "../domain/chargeback.ts";

/** Writes off what a person who leaves owes because of lost chargebacks. The set has loaded the wallet. */
export async function writeOffDebts(
  deps: Pick<Deps, "wallets" | "ledger" | "chargebacks">,
  set: WorkingSet,
  userId: string,
): Promise<void> {
  const balance = () => set.get(walletOf(userId, "FAN"))?.balance ?? 0n;
  if (balance() >= 0n) return;
  const keys = (await deps.chargebacks.listOfUser(userId, set.tx)).map(({ _id }) => chargebackOf(_id));
  await set.load(keys);
  for (const key of keys) {
    const chargeback = set.get(key);
    const amount = chargeback ? amountToWriteOff(chargeback, balance()) : 0n;
    if (chargeback && amount > 0n) writeOff(deps, set, chargeback, amount);
  }
}
