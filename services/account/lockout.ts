import type { ConfigReader } from "#libs/config/reader.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import type { WindowCountStore } from "./data/window-count.store.ts";

/** Guards a password against guessing. Works alike for accounts that do not exist. */
export interface Lockout {
  /** Throws error.throttled (429) while the account has used up its failures. */
  refuseLocked(account: string): Promise<void>;
  /** Counts a failure; throws error.throttled (429) when it is one too many. */
  failed(account: string): Promise<void>;
  succeeded(account: string): Promise<void>;
  /** Failures of the running window. */
  failuresOf(account: string): Promise<number>;
}

interface LockoutDeps {
  readonly failures: WindowCountStore;
  readonly clock: Clock;
  readonly config: ConfigReader;
  /** Key of the hashes that stand for accounts. */
  readonly key: string;
}

export function lockout({ failures, clock, config, key }: LockoutDeps): Lockout {
  const keyOf = (account: string) => hmacHex(key, `login:${account}`);
  const throttled = (windowEndsAt: Date, now: Date) =>
    new AppError("error.throttled", { retryAfter: Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1_000)) });
  return {
    async refuseLocked(account) {
      const now = clock.now();
      const found = await failures.find(keyOf(account), now);
      if (found && found.count >= config.read("auth.login_max_failures")) throw throttled(found.windowEndsAt, now);
    },
    async failed(account) {
      const now = clock.now();
      const { count, windowEndsAt } = await failures.add(keyOf(account), now, config.read("auth.login_window_seconds"));
      if (count > config.read("auth.login_max_failures")) throw throttled(windowEndsAt, now);
    },
    succeeded: (account) => failures.clear(keyOf(account)),
    failuresOf: async (account) => (await failures.find(keyOf(account), clock.now()))?.count ?? 0,
  };
}
