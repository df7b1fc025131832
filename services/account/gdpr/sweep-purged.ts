import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest, ServiceReceipt } from "../domain/gdpr-request.ts";
import { type SubjectDeps, subjectOf } from "./data-subject.ts";
import { ERASE_ORDER, type ErasureDeps, eraseAccount, eraseInService } from "./erase-everywhere.ts";

interface SweepDeps extends Pick<Deps, "clock" | "logger" | "gdprRequests">, SubjectDeps, ErasureDeps {}

/** Time from a purge to its sweep. All data that was in flight during the purge has arrived by then. */
export const SWEEP_AFTER_MS = 5 * MINUTE;
const REQUESTS_PER_RUN = 20;
/** A failed sweep is retried after this time. */
const LEASE_MS = 30 * SECOND;

/** Erases data that arrived after a purge, such as a message or an event from shortly before. It may run several times. */
export async function sweepPurged(deps: SweepDeps): Promise<void> {
  for (let swept = 0; swept < REQUESTS_PER_RUN; swept += 1) {
    const now = deps.clock.now();
    const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
    const request = await deps.gdprRequests.claimSweep(now, after(LEASE_MS), after(SWEEP_AFTER_MS));
    if (!request) return;
    try {
      await sweep(deps, request);
    } catch (error) {
      deps.logger.warn({ err: error, gdprRequestId: request._id }, "sweep after a purge failed; retrying in 30 s");
    }
  }
}

async function sweep(deps: SweepDeps, request: GdprRequest): Promise<void> {
  const subject = await subjectOf(deps, request);
  const receipt: Record<string, ServiceReceipt> = {};
  for (const service of ERASE_ORDER) receipt[service] = await eraseInService(deps, service, subject);
  receipt.account = await eraseAccount(deps, subject);
  await deps.gdprRequests.endSweep(request, receipt);
}
