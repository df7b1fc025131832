import { implement } from "#libs/contract-kit/implement.ts";
import { getChargeback } from "#libs/contracts/wallet/chargebacks.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { listRecoveries } from "../data/earning-reversal.store.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import type { Deps } from "../deps.ts";
import { amountToWriteOff, type Chargeback } from "../domain/chargeback.ts";
import { chargebackView, postingView } from "../views/chargeback-view.ts";

type GetDeps = Pick<Deps, "chargebacks" | "database" | "ledger" | "refunds" | "wallets">;

/** GET /admin/chargebacks/{chargebackId} */
export const getChargebackAction = (deps: GetDeps) =>
  implement(getChargeback, async ({ params }) => {
    const chargeback = await deps.chargebacks.find(params.chargebackId);
    if (!chargeback) throw new AppError("payment.chargeback.not_found");
    const [wallet, postings] = await Promise.all([deps.wallets.find(chargeback.userId, "FAN"), postingsOf(deps, chargeback)]);
    return { ...chargebackView(chargeback, amountToWriteOff(chargeback, wallet?.balance ?? 0n)), postings: postings.map(postingView) };
  });

/** What the dispute took and gave back, also of refunds that failed, and the earnings that were taken back for it. */
async function postingsOf({ database, ledger, refunds }: GetDeps, chargeback: Chargeback): Promise<LedgerDoc[]> {
  const [failed, recovered] = await Promise.all([refunds.listChargedBack(chargeback), listRecoveries(database, chargeback)]);
  const found = await Promise.all([
    ledger.findByReference(undefined, "chargeback", [chargeback._id]),
    ledger.findByReference(undefined, "refund", failed),
    ledger.findByReference(undefined, "reversal", recovered),
  ]);
  const rows = found.flatMap((byId) => [...byId.values()].flat());
  const own = rows.filter(({ kind, reference }) => reference.type !== "refund" || kind === "CHARGEBACK");
  return own.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}
