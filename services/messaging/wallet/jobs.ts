import type { Job } from "#libs/jobs/job-runner.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { auditBooks } from "./audit-books.ts";
import type { WalletDeps } from "./deps.ts";
import { sumOf } from "./domain/ledger.ts";
import { finishPayouts } from "./finish-payouts.ts";

type Books = Pick<WalletDeps, "connection" | "escrows" | "metrics" | "logger">;
type JobDeps = Books & Parameters<typeof finishPayouts>[0];

/** At most so many violations are logged one by one. */
const MAX_LOGGED = 20;

export function walletJobs(deps: JobDeps): Job[] {
  return [
    { name: "wallet.gauge-escrow", everyMs: 15 * SECOND, run: () => gaugeEscrow(deps) },
    { name: "wallet.finish-payouts", everyMs: 5 * SECOND, run: () => finishPayouts(deps) },
    { name: "wallet.audit-books", everyMs: 5 * MINUTE, run: () => checkBooks(deps) },
  ];
}

async function gaugeEscrow({ escrows, metrics }: Books): Promise<void> {
  metrics.escrowHeld.set(Number(await escrows.heldTotal()));
}

/** Somebody must act when the books are wrong: ERROR, and a gauge that is not zero. */
async function checkBooks({ connection, metrics, logger }: Books): Promise<void> {
  const violations = await auditBooks(connection);
  metrics.ledgerImbalance.set(Number(sumOf(violations.map(({ difference }) => difference))));
  for (const { invariant, subject, detail } of violations.slice(0, MAX_LOGGED))
    logger.error({ invariant, subject, detail }, "the books are wrong");
}
