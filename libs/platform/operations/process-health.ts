import { SECOND } from "#libs/kernel/clock.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";

export type CheckName = "bus" | "stream" | "store" | "settings" | "clock";

interface Check {
  readonly ok: boolean;
  /** ISO instant since which the state lasts. */
  readonly since: string;
}

/** The report of a process about itself, on its own port. */
export interface ProcessReport {
  /** Unavailable: requests should go elsewhere. Degraded: the process serves, but an operator should look. */
  readonly status: "ready" | "degraded" | "unavailable";
  readonly checks: Readonly<Record<CheckName, Check>>;
  /** Degraded parts of a process that still serves. */
  readonly warnings: readonly { readonly part: CheckName; readonly i18nKey: string }[];
}

export interface ProcessHealth {
  report(): ProcessReport;
  stop(): void;
}

/** The sources of the health of a process, besides its runtime. */
export interface HealthSources {
  isBusAvailable(): boolean;
  /** Seconds by which the clock of the config service lies ahead; null while it has not answered. */
  clockSkew(): number | null;
}

/** A process without these cannot do its work. */
const REQUIRED: ReadonlySet<CheckName> = new Set(["bus", "stream", "store"]);
const WATCH_MS = SECOND;
/** Settings arrive each second; a process that has received none for this long may act on old ones. */
const SETTINGS_SILENT_MS = 10 * SECOND;
/** Seconds. */
const MAX_CLOCK_SKEW = 0.5;
const MONGOOSE_CONNECTED = 1;

/** Watches the dependencies of a process, and records since when each has had its state. */
export function processHealth(runtime: Pick<Runtime, "clock" | "config" | "databases" | "stream">, sources: HealthSources): ProcessHealth {
  const { clock, config, databases, stream } = runtime;
  const states: Readonly<Record<CheckName, () => boolean>> = {
    bus: sources.isBusAvailable,
    stream: () => stream.generation() !== null,
    store: () => databases().every(({ connection }) => connection.readyState === MONGOOSE_CONNECTED),
    settings: () => config.silentMs() < SETTINGS_SILENT_MS,
    clock: () => Math.abs(sources.clockSkew() ?? 0) <= MAX_CLOCK_SKEW,
  };
  const names = Object.keys(states) as CheckName[];
  const known = new Map<CheckName, Check>();
  const look = () => {
    for (const name of names) {
      const ok = states[name]();
      if (known.get(name)?.ok !== ok) known.set(name, { ok, since: clock.now().toISOString() });
    }
  };
  const watching = setInterval(look, WATCH_MS).unref();
  return {
    report() {
      look();
      const failed = names.filter((name) => !known.get(name)?.ok);
      // Before the first settings a process knows the defaults only.
      const isUnavailable = failed.some((name) => REQUIRED.has(name)) || config.revision() === "";
      const status = isUnavailable ? "unavailable" : failed.length > 0 ? "degraded" : "ready";
      const warnings = failed
        .filter((name) => !REQUIRED.has(name))
        .map((part) => ({ part, i18nKey: "error.service_unavailable" }) as const);
      return { status, checks: Object.fromEntries(known) as ProcessReport["checks"], warnings };
    },
    stop: () => clearInterval(watching),
  };
}
