import { connect } from "nats";
import { type ProcessKeys, readKeyFile } from "#libs/platform/bus/key-files.ts";
import type { Env } from "#libs/platform/env/env.ts";

const CONNECT_MS = 2_000;

/** Whether a bus accepts an unauthenticated client. False when the bus cannot be reached. */
export async function letsAnybodyIn({ natsServers, natsCaFile }: Pick<Env, "natsServers" | "natsCaFile">): Promise<boolean> {
  // With and without TLS: a server without TLS refuses a client that wants it.
  for (const tls of [natsCaFile ? { caFile: natsCaFile } : null, null]) {
    try {
      const stranger = await connect({ servers: [...natsServers], reconnect: false, timeout: CONNECT_MS, ...(tls && { tls }) });
      await stranger.close();
      return true;
    } catch {
      // refused, or not reachable this way
    }
  }
  return false;
}

/** Why a process cannot use its keys; null when it can, or has none. */
export function whyKeysDoNotFit({ processKeysFile }: Pick<Env, "processKeysFile">, name: string): string | null {
  if (!processKeysFile) return null;
  try {
    const { process: owner } = readKeyFile<ProcessKeys>("PROCESS_KEYS_FILE", processKeysFile);
    return owner === name ? null : `PROCESS_KEYS_FILE holds the keys of ${owner}, not of ${name}`;
  } catch (error) {
    return (error as Error).message;
  }
}
