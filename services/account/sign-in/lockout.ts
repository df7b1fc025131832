import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { LoginStore } from "../data/login.store.ts";
import type { WindowCountDoc, WindowCountStore } from "../data/window-count.store.ts";
import type { Device, KnownPerson } from "../domain/device.ts";
import type { User } from "../domain/user.ts";
import type { Devices } from "./devices.ts";

/** The routes where a password signs in. Each has counts of its own. */
export type Door = "LOGIN" | "ADMIN_LOGIN";

/** A comparison of a password that may take place. */
interface Attempt {
  /** Null when there is none with this address. */
  readonly user: User | null;
  /** Names the count of its failures: that of a device that knows the user, else that of all other devices together. */
  readonly counted: string;
}

/** Limits failed comparisons of a password. An account need not exist to be locked. */
export interface Lockout {
  /**
   * Begins a login. Throws error.throttled (429) while its count has no failures left.
   * @param check gets the failures of the current window; its error comes before that of the limit
   */
  begin(login: { email: string; door: Door; device: Device }, check: (failures: number) => Promise<void>): Promise<Attempt>;
  /** Throws error.throttled (429) while a count has no failures left. */
  requireUnlocked(counted: string): Promise<void>;
  /** Counts a failure. Throws error.throttled (429) when it exceeds the limit. */
  recordFailure(counted: string): Promise<void>;
  /** Resets a count that is below the limit. Throws error.throttled (429) when it is not. */
  settle(counted: string): Promise<void>;
  /** Resets a count. */
  clear(counted: string): Promise<void>;
  /** Resets the counts of an account at all doors and of its second step. Those of its devices end when they are forgotten. */
  clearLogins(user: Pick<User, "_id" | "email">): Promise<void>;
}

interface LockoutDeps {
  readonly failures: WindowCountStore;
  readonly logins: LoginStore;
  readonly devices: Pick<Devices, "entryOf">;
  readonly clock: Clock;
  readonly config: ConfigReader;
  /** Key of the hashes that stand for counts. */
  readonly key: string;
}

const nameOfOthers = (door: Door, email: string) => (door === "LOGIN" ? email : `admin:${email}`);
/** Names the count of wrong second steps of a user. */
export const nameOfSecondStep = (userId: string) => `second factor:${userId}`;
const nameOfDevice = (door: Door, deviceId: string, { person, since }: KnownPerson) => `device:${door}:${deviceId}:${person}:${since}`;

export function createLockout({ failures, logins, devices, clock, config, key }: LockoutDeps): Lockout {
  const keyOf = (counted: string) => hmacHex(key, `login:${counted}`);
  const throttled = (windowEndsAt: Date, now: Date) =>
    new AppError("error.throttled", { retryAfter: Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1_000)) });
  const limit = () => config.read("auth.login_max_failures");
  const requireBelowLimit = (counted: WindowCountDoc | null, now: Date) => {
    if (counted && counted.count >= limit()) throw throttled(counted.windowEndsAt, now);
  };
  return {
    async begin({ email, door, device }, check) {
      const now = clock.now();
      const others = nameOfOthers(door, email);
      const ofDevice = device.people.map((entry) => nameOfDevice(door, device.id, entry));
      // Which person of the device has this address is known afterwards only, so the counts of all of them are read.
      const { user, failures: found } = await logins.find(email, [others, ...ofDevice].map(keyOf), now);
      const entry = user && devices.entryOf(device, user);
      const counted = entry ? nameOfDevice(door, device.id, entry) : others;
      const current = found.find(({ _id }) => _id === keyOf(counted)) ?? null;
      await check(current?.count ?? 0);
      requireBelowLimit(current, now);
      return { user, counted };
    },
    async requireUnlocked(counted) {
      const now = clock.now();
      requireBelowLimit(await failures.find(keyOf(counted), now), now);
    },
    async recordFailure(counted) {
      const now = clock.now();
      const { count, windowEndsAt } = await failures.increment(keyOf(counted), now, config.read("auth.login_window_seconds"));
      if (count > limit()) throw throttled(windowEndsAt, now);
    },
    async settle(counted) {
      const now = clock.now();
      requireBelowLimit(await failures.resetBelow(limit(), keyOf(counted), now), now);
    },
    clear: (counted) => failures.delete([keyOf(counted)]),
    clearLogins: ({ _id, email }) =>
      failures.delete([nameOfOthers("LOGIN", email), nameOfOthers("ADMIN_LOGIN", email), nameOfSecondStep(_id)].map(keyOf)),
  };
}
