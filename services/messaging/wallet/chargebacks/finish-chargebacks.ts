import { SECOND } from "#libs/kernel/clock.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { type Chargeback, debtOf, stopsEarnings } from "../domain/chargeback.ts";
import { type RecoverDeps, recoverDebt } from "./recover-debt.ts";
import { type HoldDeps, resumeEarningsOf, stopEarningsOf } from "./stopped-earnings.ts";

type FinishDeps = HoldDeps & RecoverDeps & Pick<Deps, "logger">;

const BATCH_SIZE = 50;
/** Open messages of the fan are being closed meanwhile. */
const PAUSE_MS = 5 * SECOND;

/**
 * Does what follows from a chargeback for the earnings of creators: an open one stops those in hold, a won one lets them go on, a lost one
 * takes them back. Each step is a transaction, and repeated steps change nothing, so a process may die at any point. Resolves to whether
 * there was work.
 */
export async function finishChargebacks(deps: FinishDeps): Promise<boolean> {
  const waiting = await deps.chargebacks.listWithWork(deps.clock.now(), BATCH_SIZE);
  for (const chargeback of waiting) {
    await bestEffort(deps.logger, `finish chargeback ${chargeback._id}`, async () => {
      if (await deps.chargebacks.claim(chargeback)) await finishChargeback(deps, chargeback);
    });
  }
  return waiting.length > 0;
}

async function finishChargeback(deps: FinishDeps, chargeback: Chargeback): Promise<void> {
  const { userId, status } = chargeback;
  // First the held sum: once it is zero, no further answer can earn anything.
  const held = (await deps.wallets.find(userId, "FAN"))?.held ?? 0n;
  if (stopsEarnings(chargeback)) await stopEarningsOf(deps, userId);
  if (held > 0n && (await needsHeld(deps, chargeback)))
    return deps.chargebacks.setWork(chargeback, new Date(deps.clock.now().getTime() + PAUSE_MS));
  if (status === "LOST") {
    await stopEarningsOf(deps, userId);
    await recoverDebt(deps, chargeback);
  }
  if (status !== "OPEN" && !(await isStillStopped(deps, chargeback))) await resumeEarningsOf(deps, userId);
  await deps.chargebacks.setWork(chargeback, undefined);
}

/** What is held may become earnings that an open dispute stops, or come back and pay the debt of a lost one. */
async function needsHeld({ chargebacks, wallets }: FinishDeps, { userId, status }: Chargeback): Promise<boolean> {
  if (status !== "LOST") return status === "OPEN";
  const balance = (await wallets.find(userId, "FAN"))?.balance ?? 0n;
  return debtOf(balance, await chargebacks.listOfUser(userId)) > 0n;
}

/** Another dispute of the fan is open, or was lost and has not been worked on. */
async function isStillStopped({ chargebacks }: FinishDeps, { _id, userId }: Chargeback): Promise<boolean> {
  const all = await chargebacks.listOfUser(userId);
  return all.some((other) => other._id !== _id && (stopsEarnings(other) || (other.status === "LOST" && other.workAt !== undefined)));
}
