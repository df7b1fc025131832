import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { alertRules } from "#deploy/observability/alert-rules.ts";
import { DECLARED_METRICS } from "#libs/platform/metrics/declared-metrics.ts";
import { createMetrics } from "#libs/platform/metrics/metrics.ts";
import { vitalsReader } from "#libs/platform/operations/read-vitals.ts";
import { ALARM_NAMES, ALARMS, type AlarmName } from "#libs/policies/alarms.ts";
import { obsoleteNodes, type Report, readingsOf } from "#services/config/domain/evaluate-alarms.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const DECLARED = Object.fromEntries(ALARM_NAMES.map((alarm) => [alarm, ALARMS[alarm].threshold])) as Record<AlarmName, number>;
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

/** The output of `npm run alerts`. */
function writtenRules(): string {
  const folder = mkdtempSync(join(tmpdir(), "alerts-"));
  const { NODE_OPTIONS: _forJest, ...env } = process.env;
  spawnSync(process.execPath, ["deploy/write-alerts.ts", join(folder, "alerts.yml")], { env });
  const rules = readFileSync(join(folder, "alerts.yml"), "utf8");
  rmSync(folder, { recursive: true });
  return rules;
}

describe("TEL-07 the table of alarms", () => {
  it("TEL-07 the table of alarms reads existing metrics, and the rules for Prometheus say the same", () => {
    const declared = new Set<string>(Object.values(DECLARED_METRICS).map(({ name }) => name));
    const asked = ALARM_NAMES.flatMap((name) => ("metric" in ALARMS[name].measure ? [ALARMS[name].measure.metric] : []));
    expect(asked.filter((metric) => !declared.has(metric))).toEqual([]);
    expect(writtenRules()).toBe(alertRules());
    expect(ALARM_NAMES.filter((name) => !alertRules().includes(`alert: ${name}\n`))).toEqual([]);
  });
});

describe("the vitals of a process", () => {
  const read = async (set: (metrics: ReturnType<typeof createMetrics>) => void) => {
    const metrics = createMetrics();
    const vitals = vitalsReader(metrics, () => NOW.getTime() / 1_000);
    set(metrics);
    return Object.fromEntries((await vitals()).map(({ alarm, value }) => [alarm, value]));
  };

  it("TEL-07 the vitals have a value for each metric that the process sets, and none for others", async () => {
    expect(await read(() => undefined)).toEqual({});
    const seen = await read((metrics) => {
      metrics.ledgerImbalance.set(25);
      metrics.ledgerAuditLastSuccess.set({ scope: "incremental" }, ago(30).getTime() / 1_000);
      metrics.ledgerAuditLastSuccess.set({ scope: "full" }, ago(9_000).getTime() / 1_000);
      metrics.busClockSkew.set({ peer: "config" }, -0.7);
      metrics.busCertificateExpiry.set(NOW.getTime() / 1_000 + 86_400);
      metrics.factsLost.inc({ service: "messaging" }, 3);
      for (const shed of ["track", "track", "money"]) metrics.httpShed.inc({ class: shed });
      metrics.httpRequests.inc({ route: "/x", status: "200" }, 15);
      metrics.httpRequests.inc({ route: "/x", status: "503" }, 5);
      for (const seconds of [0.1, 0.1, 90]) metrics.factDelay.observe({ group: "analytics" }, seconds);
    });
    const expected = {
      LedgerImbalance: 25,
      LedgerAuditStale: 30,
      ClockSkew: 0.7,
      CertificateExpiry: -86_400,
      FactsLost: 3,
      MoneyShed: 1,
      ErrorRate: 0.25,
    };
    expect(seen).toEqual({ ...expected, ConsumerLag: 120 });
  });

  it.each([
    [0.5, false],
    [0.96, true],
    [1.2, true],
  ])("FLD-32 the alarm about a full Redis is raised at %d of its memory: %s", async (used, isRaised) => {
    const { CountersFull = 0 } = await read((metrics) => metrics.counterStoreUsed.set(used));
    expect([CountersFull, CountersFull > ALARMS.CountersFull.threshold]).toEqual([used, isRaised]);
    expect(ALARMS.CountersFull.summary).toContain("full");
  });

  it("TEL-07 a few failures in little traffic are no error rate", async () => {
    const seen = await read((metrics) => {
      metrics.httpRequests.inc({ route: "/x", status: "200" }, 2);
      metrics.httpRequests.inc({ route: "/x", status: "503" }, 4);
    });
    expect(seen.ErrorRate).toBe(0);
  });

  it("TEL-07 the age of an audit that never succeeded grows, although its metric does not exist", async () => {
    const seen = await read((metrics) => metrics.register(["ledgerAuditLastSuccess"]));
    expect(seen.LedgerAuditStale).toBeGreaterThanOrEqual(0);
  });
});

describe("the evaluation of alarms", () => {
  const report = (node: string, process: string, seconds: number, vitals: Report["vitals"]): Report => ({
    node,
    process,
    at: ago(seconds),
    vitals,
  });
  const breaches = (reports: readonly Report[]) =>
    readingsOf(reports, NOW, DECLARED)
      .filter(({ isBreach }) => isBreach)
      .map(({ alarm, process, value }) => [alarm, process, value]);

  it("TEL-07 takes the worst of the replicas that run", () => {
    const fine = report("m1", "messaging", 5, { LedgerImbalance: 0 });
    expect(breaches([fine])).toEqual([]);
    expect(breaches([fine, report("m2", "messaging", 5, { LedgerImbalance: 7 })])).toEqual([["LedgerImbalance", "messaging", 7]]);
    expect(breaches([fine, report("m0", "messaging", 90, { LedgerImbalance: 7 })])).toEqual([]);
  });

  it("TEL-07 keeps the last report of a process without running replicas, and reports it as missing", () => {
    const reports = [report("m0", "messaging", 300, { LedgerImbalance: 7 }), report("m1", "messaging", 90, { OutboxStalled: 100 })];
    expect(breaches(reports)).toEqual([
      ["OutboxStalled", "messaging", 100],
      ["ProcessMissing", "messaging", 90],
    ]);
    expect(obsoleteNodes(reports, NOW)).toEqual(["m0"]);
    expect(obsoleteNodes([...reports, report("m2", "messaging", 1, {})], NOW)).toEqual(["m0", "m1"]);
  });
});
