import { SECOND } from "#libs/kernel/clock.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";

export type CheckName = "bus" | "stream" | "store" | "settings" | "clock";

interface Check {
  readonly ok: boolean;
  /** ISO instant since when it is so. */
  readonly since: string;
}

/** What a process says about itself on its own port. */
export interface ProcessReport {
  /** Unavailable: requests should go elsewhere. Degraded: it serves, but an operator should look. */
  readonly status: "ready" | "degraded" | "unavailable";
  readonly checks: Readonly<Record<CheckName, Check>>;
  /** The parts that are not as they should be although the process serves. */
  readonly warnings: readonly { readonly part: CheckName; readonly i18nKey: string }[];
}

export interface ProcessHealth {
  report(): ProcessReport;
  stop(): void;
}

/** What the health of a process is read from, besides its runtime. */
export interface HealthSources {
  isBusAvailable(): boolean;
  /** Seconds by which the clock of the config service lies ahead; null while it has not answered. */
  clockSkew(): number | null;
}

/** Without these a process cannot do its work. */
const REQUIRED: ReadonlySet<CheckName> = new Set(["bus", "stream", "store"]);
const WATCH_MS = SECOND;
/** Settings come each second; a process that has not heard of them for this long may act on old ones. */
const SETTINGS_SILENT_MS = 10 * SECOND;
/** Seconds. */
const MOST_CLOCK_SKEW = 0.5;
const MONGOOSE_CONNECTED = 1;

/** Watches the parts that a process stands on, so that each says since when it is as it is. */
export function processHealth(runtime: Pick<Runtime, "clock" | "config" | "databases" | "stream">, sources: HealthSources): ProcessHealth {
  const { clock, config, databases, stream } = runtime;
  const states: Readonly<Record<CheckName, () => boolean>> = {
    bus: sources.isBusAvailable,
    stream: () => stream.generation() !== null,
    store: () => databases().every(({ connection }) => connection.readyState === MONGOOSE_CONNECTED),
    settings: () => config.silentMs() < SETTINGS_SILENT_MS,
    clock: () => Math.abs(sources.clockSkew() ?? 0) <= MOST_CLOCK_SKEW,
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
