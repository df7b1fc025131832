import type { Context, Middleware, ServiceBroker } from "moleculer";
import { call } from "#libs/contract-kit/call.ts";
import { getConfigSnapshot } from "#libs/contracts/config/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { batcher, noContext } from "#libs/kernel/batcher.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { after } from "#libs/kernel/timers.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { ConfigReader } from "./reader.ts";
import { type SettingsBackup, type SnapshotPlace, settingsBackup } from "./settings-backup.ts";

interface ConfigSyncDeps extends SnapshotPlace {
  readonly config: ConfigReader;
  readonly logger: Logger;
}

/**
 * The config service repeats its revision every second, so that a change reaches every process even when its hint was lost. A process that
 * has received none for this long requests it.
 */
const SILENCE_MS = 1_300;
const CALL_TIMEOUT_MS = 1_500;
/** Longest wait for the first snapshot at start. */
const START_WAIT_MS = 2_500;
/** At start the config service may not be subscribed yet: such calls are lost, so they time out early and are repeated. */
const START_CALL_TIMEOUT_MS = 300;
const START_RETRY_MS = 50;
/** After this much silence of the config service the settings backup is read. */
const READ_BACKUP_MS = 10 * SECOND;

/**
 * Refreshes the settings, flags and kill switches of a process. Fetches a snapshot at start, after a hint with an unknown revision, and
 * after silence. While the config service is unavailable, the last known state stays in force, or a newer settings backup. Before the first
 * snapshot the defaults apply.
 */
export function configSync(runtime: ConfigSyncDeps): Middleware {
  const { config, logger } = runtime;
  const backup = settingsBackup(runtime);
  let refresh = async (): Promise<boolean> => false;
  let callTimeoutMs = START_CALL_TIMEOUT_MS;
  let stopTimer = () => undefined as void;
  let running = false;
  let isAway = false;

  const askInSilence = () => {
    stopTimer();
    stopTimer = after(SILENCE_MS, () => void refresh().then(() => running && askInSilence()));
  };

  const applyHint = (payload: unknown) => {
    if (!running) return;
    const { revision } = (payload ?? {}) as { revision?: unknown };
    if (isAway || revision !== config.revision()) return void refresh();
    config.noteAnswer();
    askInSilence();
  };

  return {
    name: "ConfigSync",
    created(broker) {
      const ask = coalesced(async () => (await fetchSnapshot(broker, config, callTimeoutMs)) || (await readBackup(backup, config)));
      const logged = withOutageLog(ask, logger);
      refresh = async () => {
        const answered = await logged();
        isAway = !answered;
        return answered;
      };
      broker.createService({ name: "$config-sync", events: { [HINTS.configChanged.name]: ({ params }: Context) => applyHint(params) } });
    },
    async started(broker) {
      running = true;
      await firstRefresh(refresh, broker.transit ? START_WAIT_MS : 0);
      callTimeoutMs = CALL_TIMEOUT_MS;
      if (running) askInSilence();
    },
    async stopping() {
      running = false;
      stopTimer();
    },
  };
}

/** Resolves to true when the config service has answered. */
async function fetchSnapshot(broker: ServiceBroker, config: ConfigReader, timeout: number): Promise<boolean> {
  if (!broker.registry.actions.isAvailable(getConfigSnapshot.name)) return false;
  try {
    // Without tracking: a broker that stops waits for tracked calls, and a lost one would delay it.
    const snapshot = await call(broker, getConfigSnapshot, { knownRevision: config.revision() }, { timeout, tracking: false });
    config.noteAnswer();
    if (!snapshot.unchanged) config.update(snapshot);
    return true;
  } catch {
    return false;
  }
}

/** Applies the settings backup of the config service. Resolves to false, because the service has not answered. */
async function readBackup(backup: SettingsBackup, config: ConfigReader): Promise<false> {
  if (config.silentMs() < READ_BACKUP_MS) return false;
  const snapshot = await backup.find();
  if (snapshot) config.updateAllButSecrets(snapshot);
  return false;
}

/** Requests during a run share one further run: the current run may have read the state before their change. */
function coalesced(work: () => Promise<boolean>): () => Promise<boolean> {
  const ask = batcher<void, boolean, null>({
    name: "config.refresh",
    context: noContext,
    async run(members) {
      const value = await work();
      return members.map(() => ({ status: "fulfilled", value }));
    },
    failsAll: () => true,
  });
  return () => ask();
}

/** Logs the beginning and the end of an outage, once each. */
function withOutageLog(refresh: () => Promise<boolean>, logger: Logger): () => Promise<boolean> {
  let available = true;
  return async () => {
    const answered = await refresh();
    if (answered !== available) {
      available = answered;
      if (answered) logger.info("config service available again; settings refreshed");
      else logger.warn("config service unavailable; keeping the last known settings");
    }
    return answered;
  };
}

async function firstRefresh(refresh: () => Promise<boolean>, maxWaitMs: number): Promise<void> {
  const until = performance.now() + maxWaitMs;
  while (!(await refresh()) && performance.now() < until) await wait(START_RETRY_MS);
}
