import type { Deps } from "../deps.ts";
import { settleTopUp } from "../top-ups/settle-top-up.ts";

export type EndTopUpsDeps = Parameters<typeof settleTopUp>[0] & Pick<Deps, "topUps" | "payment">;

const PAGE = { page: 1, limit: 50 } as const;

/** Settles the open top-ups of a user, or ends them at their provider. False when there are more. */
export async function endTopUps(deps: EndTopUpsDeps, userId: string): Promise<boolean> {
  const { rows, total } = await deps.topUps.list(userId, "PENDING", PAGE);
  let ended = 0;
  for (const topUp of rows) {
    const { _id: topUpId, provider, providerReference: reference } = topUp;
    const state = reference === null ? "CANCELLED" : (await deps.payment.named(provider).expire({ reference, topUpId })).state;
    if (state === "PENDING") continue;
    await settleTopUp(deps, topUp, state);
    ended += 1;
  }
  return ended === total;
}
