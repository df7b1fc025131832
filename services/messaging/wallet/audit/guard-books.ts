import { MAX_TRIP_CAUSES, tripKillSwitch } from "#libs/contracts/config/internal.ts";
import type { LedgerInvariant } from "#libs/contracts/wallet/ledger-audit.ts";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";
import type { Finding } from "../data/finding.store.ts";
import type { Deps } from "../deps.ts";
import { isStale } from "./audit-status.ts";

export type GuardDeps = Pick<Deps, "audits" | "clock" | "config" | "findings" | "services" | "startedAt">;

/** What a violated invariant switches off. */
const SYSTEMS_OF = {
  M1: ["PAYMENTS", "PAYOUTS", "MESSAGING"],
  M2: ["PAYMENTS", "PAYOUTS", "MESSAGING"],
  M3: ["PAYOUTS", "MESSAGING"],
  M4: ["PAYOUTS", "MESSAGING"],
  M5: ["PAYOUTS", "MESSAGING"],
  M6: ["PAYOUTS", "MESSAGING"],
  M10: ["PAYMENTS"],
  M11: ["PAYOUTS"],
  M12: [],
} as const satisfies Record<LedgerInvariant, readonly KillSwitch[]>;

/**
 * Switches systems off for findings that it has not dealt with, and payouts when the audits are silent. It may run any number of times: a
 * cause switches a system off once. With `ledger.guards` REPORT nothing is switched, also not later for the same finding.
 */
export async function guardBooks(deps: GuardDeps): Promise<void> {
  const isActing = deps.config.read("ledger.guards") === "ACT";
  const found = await deps.findings.listUnguarded(MAX_TRIP_CAUSES);
  for (const [system, own] of isActing ? bySystem(found) : []) {
    const causes = own.map(({ _id, foundAt }) => `${_id} ${foundAt.toISOString()}`);
    const subjects = own.map(({ invariant, subject }) => `${invariant} ${subject}`).join("; ");
    await deps.services.call(tripKillSwitch, { systems: [system], causes, reason: subjects.slice(0, MAX_REASON) });
  }
  if (found.length > 0)
    await deps.findings.setGuarded(
      found.map(({ _id, foundAt }) => ({ id: _id, foundAt })),
      deps.clock.now(),
    );
  if (isActing && (await isStale(deps))) await tripForSilence(deps);
}

const MAX_REASON = 500;

function bySystem(found: readonly Finding[]): Map<KillSwitch, Finding[]> {
  const systems = new Map<KillSwitch, Finding[]>();
  for (const finding of found) {
    for (const system of SYSTEMS_OF[finding.invariant]) systems.set(system, [...(systems.get(system) ?? []), finding]);
  }
  return systems;
}

/** One silence is one cause, until an audit succeeds again. */
async function tripForSilence({ audits, services }: GuardDeps): Promise<void> {
  const { lastSuccessAt } = (await audits.find("INCREMENTAL")) ?? {};
  const cause = `${STALE_CAUSE} since ${lastSuccessAt?.toISOString() ?? "the beginning"}`;
  await services.call(tripKillSwitch, { systems: ["PAYOUTS"], causes: [cause], reason: "the books have not been audited for too long" });
}

/** Begins the cause of a silence; notices tell it from a finding. */
const STALE_CAUSE = "STALE";
