import { chargebackClosed } from "#libs/contracts/wallet/chargebacks.ts";
import { on } from "#libs/platform/events/on.ts";
import { PROVIDER_REFUND } from "../../wallet/domain/chargeback.ts";
import type { MessagesDeps } from "../deps.ts";

type CloseDeps = Pick<MessagesDeps, "inbox" | "transaction" | "closings" | "clock" | "escrow">;

/**
 * Closes and refunds what a fan has paid since staff opened the wallet again, when a lost dispute leaves a debt: no creator gives earnings
 * back while the fan has money of their own.
 */
export const onChargebackClosed = (deps: CloseDeps) =>
  on(
    chargebackClosed,
    deps,
    ({ userId }, { tx }) => deps.closings.upsert(tx, { userId, reason: "CHARGEBACK", requestedAt: deps.clock.now() }),
    { concerns: async ({ userId, status, reason }) => status === "LOST" && reason !== PROVIDER_REFUND && isInDebt(deps, userId) },
  );

async function isInDebt({ escrow }: CloseDeps, userId: string): Promise<boolean> {
  return ((await escrow.purse(userId))?.balance ?? 0n) < 0n;
}
