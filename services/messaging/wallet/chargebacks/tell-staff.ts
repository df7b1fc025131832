import { listStaffIds } from "#libs/contracts/account/internal.ts";
import { chargebackReported } from "#libs/contracts/wallet/chargebacks.ts";
import { chargebackFrom } from "../data/chargeback.store.ts";
import type { Deps } from "../deps.ts";
import { factsOf } from "./book-chargeback.ts";

const BATCH_SIZE = 50;

/** Publishes once for each dispute whom it concerns: all who may read the books. A dispute is booked whether or not they can be told. */
export async function tellStaff({
  chargebacks,
  inTransaction,
  outbox,
  services,
}: Pick<Deps, "chargebacks" | "inTransaction" | "outbox" | "services">): Promise<void> {
  const untold = await chargebacks.listUntold(BATCH_SIZE);
  if (untold.length === 0) return;
  const { userIds } = await services.call(listStaffIds, { permission: "finance:read" });
  for (const { source } of untold) {
    await inTransaction(async (set) => {
      const key = chargebackFrom(source);
      await set.load([key]);
      const chargeback = set.get(key);
      if (!chargeback?.untold) return;
      set.put(key, { ...chargeback, untold: undefined });
      outbox.record(set, chargebackReported, { ...factsOf(chargeback), userIds: [...userIds] });
    });
  }
}
