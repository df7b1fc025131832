import { type Money, smallerOf } from "#libs/kernel/money.ts";
import { escrowOf } from "../data/escrow.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { type Chargeback, debtOf } from "../domain/chargeback.ts";
import { reversibleOf } from "../domain/earning-reversal.ts";
import { type ReverseDeps, reverseEarning } from "../reversals/reverse-earning.ts";

export type RecoverDeps = ReverseDeps & Pick<Deps, "inTransaction" | "escrows" | "chargebacks">;

/** No fan has more answers in hold. */
const MAX_STOPPED = 10_000;

/** Takes stopped earnings back, those of the last answer first, until the debt is paid; each in its own transaction. */
export async function recoverDebt(deps: RecoverDeps, chargeback: Chargeback): Promise<void> {
  for (const messageId of await deps.escrows.listStopped(chargeback.userId, MAX_STOPPED)) {
    if ((await recoverFrom(deps, chargeback, messageId)) === 0n) return;
  }
}

/** Resolves to the debt that there was, in minor units. */
function recoverFrom(deps: RecoverDeps, { _id: chargebackId, userId }: Chargeback, messageId: string): Promise<Money> {
  return deps.inTransaction(async (set) => {
    await set.load([escrowOf(messageId), walletOf(userId, "FAN")]);
    const escrow = set.get(escrowOf(messageId));
    const debt = debtOf(set.get(walletOf(userId, "FAN"))?.balance ?? 0n, await deps.chargebacks.listOfUser(userId, set.tx));
    if (!escrow?.stopped || debt === 0n) return debt;
    await set.load([walletOf(escrow.creatorId, "CREATOR")]);
    const amount = smallerOf(reversibleOf(escrow), debt);
    if (amount > 0n) await reverseEarning(deps, set, escrow, { amount, cause: "CHARGEBACK", chargebackId, reason: null });
    return debt;
  });
}
