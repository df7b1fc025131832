import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ConnectionOptions, connect, nkeyAuthenticator } from "nats";
import { busIdentity } from "#libs/platform/bus/bus-identity.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import type { SubscriberCredential } from "./make-keys.ts";

const MAX_RELOADS = 5;
const PROBE_MS = 2_000;

/** A bus server with keys. */
export interface SecuredBus {
  readonly servers: readonly string[];
  /** Folder of the keys. */
  readonly folder: string;
  readonly namespace: string;
}

interface Probe {
  readonly connection: ConnectionOptions;
  /** A request that JetStream answers. */
  readonly subject: string;
}

/**
 * Makes a bus server reload its users again until its streams answer. Without nats-io/nats-server#4327 (Debian 12 has such a version) a
 * reload may cut a busy account off from the streams. All its connections stay cut off until the next reload. Returns whether the streams
 * answer.
 * @param readAgain resolves when the server has reloaded its users
 */
export async function untilStreamsAnswer(readAgain: () => Promise<unknown>, bus: SecuredBus): Promise<boolean> {
  for (let reload = 0; ; reload++) {
    const answers = await Promise.all(probesOf(bus).map(answersTo));
    if (answers.every(Boolean)) return true;
    if (reload === MAX_RELOADS) return false;
    await readAgain();
  }
}

/** One probe for the account of the processes, one for that of the subscribers. */
function probesOf({ servers, folder, namespace }: SecuredBus): Probe[] {
  const files = { natsServers: servers, natsCaFile: join(folder, "ca.pem"), keysRosterFile: join(folder, "roster.json") };
  const { connection } = busIdentity({ ...files, processKeysFile: join(folder, "config.json") }, "config");
  const { apiPrefix, events } = streamNames(namespace);
  const ofProcesses = { connection, subject: `${apiPrefix}.STREAM.INFO.${events}` };
  const [subscriber] = readdirSync(folder).filter((name) => /^subscriber-.*\.json$/.test(name));
  if (!subscriber) return [ofProcesses];
  return [ofProcesses, probeAsSubscriber(JSON.parse(readFileSync(join(folder, subscriber), "utf8")), servers)];
}

function probeAsSubscriber({ ca, nkeySeed, durable, apiPrefix, stream }: SubscriberCredential, servers: readonly string[]): Probe {
  const authenticator = nkeyAuthenticator(new TextEncoder().encode(nkeySeed));
  const connection = { servers: [...servers], tls: { ca }, authenticator, inboxPrefix: `_INBOX.${durable}` };
  return { connection, subject: `${apiPrefix}.CONSUMER.INFO.${stream}.${durable}` };
}

async function answersTo({ connection, subject }: Probe): Promise<boolean> {
  try {
    const nats = await connect({ ...connection, reconnect: false, timeout: PROBE_MS });
    try {
      await nats.request(subject, undefined, { timeout: PROBE_MS });
      return true;
    } finally {
      await nats.close();
    }
  } catch {
    return false;
  }
}
