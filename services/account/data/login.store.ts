import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { User } from "../domain/user.ts";
import { NOT_DELETED, users } from "./user.model.ts";
import { loginFailures, type WindowCountDoc } from "./window-count.store.ts";

/** The user and the counted failures of a login. */
interface LoginState {
  /** Null when none exists. */
  readonly user: User | null;
  /** Of the current windows. */
  readonly failures: readonly WindowCountDoc[];
}

export interface LoginStore {
  /**
   * The user with an address and the failures that were counted under some keys, read by one command.
   * @param email as `normalizeEmail` spells it
   */
  find(email: string, failuresKeys: readonly string[], now: Date): Promise<LoginState>;
}

export function loginStore(database: Collections): LoginStore {
  const rows = database.collection(users);
  const failures = database.collection(loginFailures);
  return {
    async find(email, failuresKeys, now) {
      const counted = { coll: failures.name, pipeline: [{ $match: { _id: { $in: [...failuresKeys] }, windowEndsAt: { $gt: now } } }] };
      const found = await rows.aggregate<User | WindowCountDoc>([
        { $match: { email, ...NOT_DELETED } },
        { $limit: 1 },
        { $unionWith: counted },
      ]);
      const user = found.find((each) => "email" in each) ?? null;
      return { user, failures: found.filter((each) => "windowEndsAt" in each) };
    },
  };
}
