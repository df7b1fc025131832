import { listStaffIds } from "#libs/contracts/account/internal.ts";
import { chargebackReported } from "#libs/contracts/wallet/chargebacks.ts";
import { eachByItself, type Turns } from "#libs/platform/jobs/turns.ts";
import { chargebackFrom } from "../data/chargeback.store.ts";
import type { Deps } from "../deps.ts";
import { factsOf } from "./book-chargeback.ts";

type TellDeps = Pick<Deps, "chargebacks" | "inTransaction" | "logger" | "outbox" | "services">;

const BATCH_SIZE = 50;

/** Publishes once for each dispute whom it concerns: all who may read the books. A dispute is booked whether or not they can be told. */
export async function tellStaff(deps: TellDeps, turns: Turns): Promise<void> {
  await turns.take(deps.chargebacks.listUntold, BATCH_SIZE, async (untold) => {
    if (untold.length === 0) return 0;
    const { userIds } = await deps.services.call(listStaffIds, { permission: "finance:read" });
    const what = ({ _id }: { readonly _id: string }) => `tell staff of chargeback ${_id}`;
    return eachByItself(deps.logger, untold, what, ({ source }) => tell(deps, source, userIds));
  });
}

function tell({ inTransaction, outbox }: TellDeps, source: string, userIds: readonly string[]): Promise<void> {
  return inTransaction(async (set) => {
    const key = chargebackFrom(source);
    await set.load([key]);
    const chargeback = set.get(key);
    if (!chargeback?.untold) return;
    set.put(key, { ...chargeback, untold: undefined });
    outbox.record(set, chargebackReported, { ...factsOf(chargeback), userIds: [...userIds] });
  });
}
