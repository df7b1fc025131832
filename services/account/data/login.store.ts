import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { User } from "../domain/user.ts";
import { NOT_DELETED, users } from "./user.model.ts";
import { loginFailures, type WindowCountDoc } from "./window-count.store.ts";

/** The user and the counted failures of a login; null where none exists. */
interface LoginState {
  readonly user: User | null;
  /** Of the current window. */
  readonly failures: WindowCountDoc | null;
}

export interface LoginStore {
  /**
   * The user with an address and the failures that were counted for it, read by one command.
   * @param email as `normalizeEmail` spells it
   */
  find(email: string, failuresKey: string, now: Date): Promise<LoginState>;
}

export function loginStore(database: Collections): LoginStore {
  const rows = database.collection(users);
  const failures = database.collection(loginFailures);
  return {
    async find(email, failuresKey, now) {
      const counted = { coll: failures.name, pipeline: [{ $match: { _id: failuresKey, windowEndsAt: { $gt: now } } }] };
      const found = await rows.aggregate<User | WindowCountDoc>([
        { $match: { email, ...NOT_DELETED } },
        { $limit: 1 },
        { $unionWith: counted },
      ]);
      const user = found.find((each) => "email" in each) ?? null;
      return { user, failures: found.find((each) => "windowEndsAt" in each) ?? null };
    },
  };
}
