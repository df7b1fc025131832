import { HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";

/** A job that finishes the work of processes that died. */
interface Recovery {
  readonly job: string;
  /** Time to pass before the job runs. */
  readonly afterMs: number;
  /** Where unfinished work is stored. */
  readonly database: string;
  readonly table: string;
  readonly unfinished: object;
}

const purge = {
  job: "account.purge-users",
  database: "account",
  table: "gdpr_requests",
  unfinished: { status: { $in: ["PENDING", "PROCESSING"] } },
};
const upgrades = { job: "creator.finish-upgrades", afterMs: 40 * SECOND, database: "creator", table: "upgrade_sagas" };

/** Run in this order. */
export const RECOVERY: readonly Recovery[] = [
  { job: "wallet.finish-payouts", afterMs: 30 * SECOND, database: "messaging", table: "payouts", unfinished: { status: "PROCESSING" } },
  { ...upgrades, unfinished: { status: { $in: ["PENDING", "UNDOING"] } } },
  { ...upgrades, unfinished: { settled: false, status: "DONE" } },
  { ...purge, afterMs: 40 * SECOND },
  // A deletion requested on a fast clock is due later.
  { ...purge, afterMs: 21 * HOUR },
  {
    ...{ job: "wallet.sweep-closed-wallets", afterMs: 15 * SECOND, database: "messaging", table: "wallets" },
    unfinished: { closedFor: { $exists: true }, balance: { $gt: 0n } },
  },
  { job: "account.sweep-purged", afterMs: 6 * MINUTE, database: "account", table: "gdpr_requests", unfinished: { sweepAt: { $ne: null } } },
];
