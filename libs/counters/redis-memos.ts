import type { Clock } from "#libs/kernel/clock.ts";
import type { MemoStore } from "./counter-store.ts";
import { memoryMemos } from "./memory-counters.ts";
import { type RedisLink, sharedOrOwn } from "./redis-link.ts";

interface MemoOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly clock: Clock;
}

/** Memos that every process sees; while Redis is away this process keeps its own. */
export function redisMemos({ link, prefix, clock }: MemoOptions): MemoStore {
  const own = memoryMemos(clock);
  return {
    get: (key) =>
      sharedOrOwn(
        () => link.run((client) => client.get(prefix + key)),
        () => own.get(key),
      ),
    put: (key, text, keepSeconds) =>
      sharedOrOwn(
        async () => void (await link.run((client) => client.set(prefix + key, text, "EX", keepSeconds))),
        () => own.put(key, text, keepSeconds),
      ),
  };
}
