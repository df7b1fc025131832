import type { Deps } from "../deps.ts";
import { endTopUp, type RefreshDeps } from "../top-ups/settle-top-up.ts";

export type EndTopUpsDeps = RefreshDeps & Pick<Deps, "topUps">;

const PAGE = { page: 1, limit: 50 } as const;

/** Settles the open top-ups of a user, or ends them at their provider. False when there are more. */
export async function endTopUps(deps: EndTopUpsDeps, userId: string): Promise<boolean> {
  const { rows, total } = await deps.topUps.list({ userId, status: "PENDING" }, PAGE);
  let ended = 0;
  for (const topUp of rows) if ((await endTopUp(deps, topUp, "EXPIRED")).status !== "PENDING") ended += 1;
  return ended === total;
}
