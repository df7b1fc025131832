import { HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";

/** A job that finishes what processes have left behind when they died. */
interface Recovery {
  readonly job: string;
  /** Time that passes before. */
  readonly afterMs: number;
  /** Where unfinished work is found. */
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

/** In this order. */
export const RECOVERY: readonly Recovery[] = [
  { job: "wallet.finish-payouts", afterMs: 30 * SECOND, database: "messaging", table: "payouts", unfinished: { status: "PROCESSING" } },
  { ...upgrades, unfinished: { status: { $in: ["PENDING", "UNDOING"] } } },
  { ...upgrades, unfinished: { settled: false, status: "DONE" } },
  { ...purge, afterMs: 40 * SECOND },
  // A deletion that was requested while a clock was fast is due later.
  { ...purge, afterMs: 21 * HOUR },
  { job: "account.sweep-purged", afterMs: 6 * MINUTE, database: "account", table: "gdpr_requests", unfinished: { sweepAt: { $ne: null } } },
];
