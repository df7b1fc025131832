import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { LoginStore } from "../data/login.store.ts";
import type { WindowCountDoc, WindowCountStore } from "../data/window-count.store.ts";
import type { User } from "../domain/user.ts";

/** Limits failed comparisons of a password. An account need not exist to be locked. */
export interface Lockout {
  /**
   * The user with an address; null when there is none. Throws error.throttled (429) while the account has no failures left.
   * @param check gets the failures of the current window; its error comes before that of the limit
   */
  findUnlockedUser(email: string, check: (failures: number) => Promise<void>): Promise<User | null>;
  /** Throws error.throttled (429) while the account has no failures left. */
  requireUnlocked(account: string): Promise<void>;
  /** Counts a failure. Throws error.throttled (429) when it exceeds the limit. */
  recordFailure(account: string): Promise<void>;
  /** Resets the failures of an account that is below the limit. Throws error.throttled (429) when it is not. */
  settle(account: string): Promise<void>;
  /** Resets the failures of an account. */
  clear(account: string): Promise<void>;
}

interface LockoutDeps {
  readonly failures: WindowCountStore;
  readonly logins: LoginStore;
  readonly clock: Clock;
  readonly config: ConfigReader;
  /** Key of the hashes that stand for accounts. */
  readonly key: string;
}

export function createLockout({ failures, logins, clock, config, key }: LockoutDeps): Lockout {
  const keyOf = (account: string) => hmacHex(key, `login:${account}`);
  const throttled = (windowEndsAt: Date, now: Date) =>
    new AppError("error.throttled", { retryAfter: Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1_000)) });
  const limit = () => config.read("auth.login_max_failures");
  const requireBelowLimit = (counted: WindowCountDoc | null, now: Date) => {
    if (counted && counted.count >= limit()) throw throttled(counted.windowEndsAt, now);
  };
  return {
    async findUnlockedUser(email, check) {
      const now = clock.now();
      const { user, failures: counted } = await logins.find(email, keyOf(email), now);
      await check(counted?.count ?? 0);
      requireBelowLimit(counted, now);
      return user;
    },
    async requireUnlocked(account) {
      const now = clock.now();
      requireBelowLimit(await failures.find(keyOf(account), now), now);
    },
    async recordFailure(account) {
      const now = clock.now();
      const { count, windowEndsAt } = await failures.increment(keyOf(account), now, config.read("auth.login_window_seconds"));
      if (count > limit()) throw throttled(windowEndsAt, now);
    },
    async settle(account) {
      const now = clock.now();
      requireBelowLimit(await failures.resetBelow(limit(), keyOf(account), now), now);
    },
    clear: (account) => failures.delete(keyOf(account)),
  };
}
