import { getRecordHashes, type RecordKeepingService } from "#libs/contracts/record-hashes.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import { EgressRefused } from "#libs/platform/http-client/egress-guard.ts";
import { thresholdsIn } from "../alarms/thresholds.ts";
import type { Deps } from "../deps.ts";
import { stalePartsOf } from "../domain/stale-parts.ts";

type HeartbeatDeps = Pick<Deps, "clock" | "config" | "egress" | "heartbeats" | "logger" | "post" | "reports" | "services" | "stream">;

/** Older than any transaction that could still add a row with an earlier id. */
const SETTLED_MS = 2 * MINUTE;
const HASH_TIMEOUT_MS = 5 * SECOND;
const POST_TIMEOUT_MS = 10 * SECOND;
const WARN_EVERY_MS = MINUTE;
const MAX_ANSWER_BYTES = 16 * 1_024;

/**
 * The dead man's switch. Once a minute, one of all processes tells an outside monitor that the system works, with the running hashes of
 * ledger and audit log. When a part stalls no heartbeat is sent, and the outside monitor raises the alarm.
 */
export function heartbeatSender(deps: HeartbeatDeps): () => Promise<void> {
  const { clock, config, heartbeats, logger, reports, stream } = deps;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (parts: readonly string[]) => {
    if (elapsedMs() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = elapsedMs();
    logger.warn({ parts }, "heartbeat not sent: parts of the system have stalled");
  };
  return async () => {
    const url = config.read("ops.heartbeat_url");
    const now = clock.now();
    if (url === "" || !(await heartbeats.isDue(now))) return;
    const stale = [...stalePartsOf(await reports.list(), now, thresholdsIn(config)), ...(stream.generation() === null ? ["stream"] : [])];
    if (stale.length > 0) return warn(stale);
    if (await heartbeats.claim(now)) await send(deps, url, now);
  };
}

async function send(deps: HeartbeatDeps, url: string, now: Date): Promise<void> {
  const hashes = await readHashes(deps, new Date(now.getTime() - SETTLED_MS));
  if (!hashes) return deps.logger.warn("heartbeat not sent: hashes of ledger and audit log are incomplete");
  await post(deps, url, { at: now.toISOString(), ...hashes });
}

/** Null while a service has not read all its rows. */
async function readHashes({ services }: HeartbeatDeps, before: Date) {
  const names = Object.keys(getRecordHashes) as RecordKeepingService[];
  const read = await Promise.all(
    names.map((name) => services.call(getRecordHashes[name], { before: before.toISOString() }, { timeout: HASH_TIMEOUT_MS })),
  );
  const ledgerHash = read[names.indexOf("messaging")]?.ledger ?? null;
  if (ledgerHash === null || read.some(({ audit }) => audit === null)) return null;
  return { ledgerHash, auditHash: sha256Hex(names.map((name, index) => `${name}:${read[index]?.audit}\n`).join("")) };
}

/** The URL may contain a secret, so it is never logged. */
async function post({ egress, logger, post: client }: HeartbeatDeps, url: string, body: object): Promise<void> {
  const destination = await egress.check(url).catch((error: unknown) => {
    if (error instanceof EgressRefused) return logger.warn({ reason: error.reason }, "heartbeat not sent: ops.heartbeat_url is refused");
    throw error;
  });
  if (!destination) return;
  const outcome = await client.post({
    destination,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    timeoutMs: POST_TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  });
  if (outcome.status === null) logger.warn({ reason: outcome.failure }, "heartbeat not delivered");
  else if (outcome.status >= 300) logger.warn({ status: outcome.status }, "heartbeat rejected by its receiver");
}
