import { Cluster } from "ioredis";
import type { RedisClient } from "./redis-client.ts";
import type { RedisLink } from "./redis-link.ts";

/** Part of its memory that the fullest server uses; null when none has a limit, or Redis does not answer. */
export async function usedMemory(link: RedisLink): Promise<number | null> {
  try {
    const reports = await link.run((client) => Promise.all(serversOf(client).map((server) => server.info("memory"))));
    const parts = reports.map(partOf).filter((part) => part !== null);
    return parts.length === 0 ? null : Math.max(...parts);
  } catch {
    return null;
  }
}

function serversOf(client: RedisClient): readonly Pick<RedisClient, "info">[] {
  return client instanceof Cluster ? client.nodes("master") : [client];
}

function partOf(report: string): number | null {
  const bytesOf = (field: string) => Number(new RegExp(`^${field}:(\\d+)`, "m").exec(report)?.[1] ?? 0);
  const limit = bytesOf("maxmemory");
  return limit === 0 ? null : bytesOf("used_memory") / limit;
}
