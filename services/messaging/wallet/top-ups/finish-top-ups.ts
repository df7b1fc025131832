import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { isOver, nextCheckAt, type TopUp } from "../domain/top-up.ts";
import { type ReturnDeps, returnTopUp } from "./return-top-up.ts";
import { endTopUp, refreshTopUp } from "./settle-top-up.ts";
import { type StartDeps, startCharge } from "./start-top-up.ts";

type FinishDeps = StartDeps & ReturnDeps & Pick<Deps, "logger">;

const BATCH_SIZE = 50;

/**
 * Asks the providers about the top-ups that are not final, so that money is credited also when no browser comes back. A claim moves the next
 * question on, so after a crash the top-up is taken up again then.
 */
export async function finishTopUps(deps: FinishDeps): Promise<void> {
  for (const topUp of await deps.topUps.listDue(BATCH_SIZE)) {
    await bestEffort(deps.logger, `finish top-up ${topUp._id}`, async () => {
      if (await deps.topUps.claim(topUp, nextCheckAt(topUp, deps.clock.now()))) await finishTopUp(deps, topUp);
    });
  }
}

async function finishTopUp(deps: FinishDeps, topUp: TopUp): Promise<void> {
  if (topUp.status === "RETURNING") await returnTopUp(deps, topUp);
  else if (isOver(topUp, deps.clock.now())) await endTopUp(deps, topUp, "EXPIRED");
  else if (topUp.providerReference !== null) await refreshTopUp(deps, topUp);
  else await startCharge(deps, topUp);
}
