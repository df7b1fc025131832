import { transactionOn } from "#libs/mongo/transaction.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { sessionStore } from "./data/session.store.ts";
import { userStore } from "./data/user.store.ts";
import { normaliseEmail } from "./domain/email.ts";

/**
 * Removes a user as a lost row would be lost: the sessions stay, marked USER_GONE. For tests of what happens to a token
 * whose user is gone. Does nothing for an unknown address.
 */
export async function forgetUser({ clock, database }: Pick<Runtime, "clock" | "database">, email: string): Promise<void> {
  const connection = database("account");
  await transactionOn(connection)(async (tx) => {
    const user = await userStore(connection).removeByEmail(tx, normaliseEmail(email));
    if (user) await sessionStore(connection).revokeAll(tx, user._id, { reason: "USER_GONE", at: clock.now() });
  });
}
