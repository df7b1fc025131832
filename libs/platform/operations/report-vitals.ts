import type { ServiceBroker } from "moleculer";
import { setBusClock } from "#libs/contract-kit/bus-clock.ts";
import { call } from "#libs/contract-kit/call.ts";
import { reportVitals } from "#libs/contracts/config/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { busCertificateGauge } from "./bus-certificate.ts";
import { vitalsReader } from "./read-vitals.ts";

export const VITALS_JOB = "process.report-vitals";
const REPORT_MS = 15 * SECOND;
const CALL_TIMEOUT_MS = 3_000;
/** Seconds. Half of it is the greatest error of a comparison of clocks, and half the threshold of the alarm. */
const MAX_ROUND_TRIP = 0.5;

export interface VitalsReporter {
  /** Reads the figures of this process and sends them to the config service. */
  job(broker: ServiceBroker): Job;
  /** Seconds by which the clock of the config service lies ahead; null while it has not answered. */
  clockSkew(): number | null;
}

export function vitalsReporter(runtime: Runtime): VitalsReporter {
  const { bus, clock, counters, jobs, logger, metrics } = runtime;
  const now = () => clock.now().getTime() / SECOND;
  const readVitals = vitalsReader(metrics, now);
  const readCertificates = busCertificateGauge(runtime);
  let skew: number | null = null;

  const readCounterStore = async () => {
    const used = await counters.usedMemory();
    if (used === null) metrics.counterStoreUsed.remove();
    else metrics.counterStoreUsed.set(used);
  };

  const refresh = async () => {
    for (const { name, periods } of jobs.silences()) metrics.jobSilence.set({ job: name }, periods);
    await Promise.all([readCertificates(), readCounterStore()]);
  };

  const report = async (broker: ServiceBroker) => {
    await refresh();
    const vitals = await readVitals();
    if (!broker.registry.actions.isAvailable(reportVitals.name)) return;
    const sent = now();
    const own = { node: broker.nodeID, process: bus?.process ?? "all", vitals: [...vitals] };
    const { at } = await call(broker, reportVitals, own, { timeout: CALL_TIMEOUT_MS, tracking: false });
    const received = now();
    const ahead = Date.parse(at) / SECOND - (sent + received) / 2;
    // The reply was written at an unknown time between the two; after a slow reply the error would be too large for the alarm.
    const roundTrip = received - sent;
    const isExact = roundTrip <= MAX_ROUND_TRIP;
    // The own clock was set while the call was under way.
    if (roundTrip < 0 || roundTrip > CALL_TIMEOUT_MS / SECOND) return;
    if (isExact || skew === null) setBusClock(ahead * SECOND);
    if (!isExact) return;
    skew = ahead;
    metrics.busClockSkew.set({ peer: "config" }, skew);
  };

  return {
    clockSkew: () => skew,
    job: (broker) => ({
      name: VITALS_JOB,
      everyMs: REPORT_MS,
      async run() {
        // A missing report raises an alarm elsewhere.
        await report(broker).catch((error: unknown) => logger.warn({ err: error }, "vitals not reported; trying again in 15 s"));
      },
    }),
  };
}
