import { cancelFactorReset, requestFactorReset } from "#libs/contracts/account/index.ts";
import type { Fixture } from "../account/fixture.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { type Enrolled, enrolledUser } from "./factors.ts";

export const INVALID = "auth.mfa.invalid_token";
export const REASON = "The phone is lost; the passport was shown";

/** The steps of a reset of second factors, and what has become of it. */
export function factorResetSteps(account: Fixture) {
  const staff = (role: string, userId?: string) => actAs(account.broker, account.runtime, { roles: [role], ...(userId && { userId }) });
  const request = ({ userId }: { readonly userId: string }, by = staff("ADMIN")) => by.call(requestFactorReset, { userId, reason: REASON });
  return {
    staff,
    request,
    /** A user with an authenticator, and the reset that waits. */
    async waiting(): Promise<{ readonly user: Enrolled; readonly dueAt: string }> {
      const user = await enrolledUser(account);
      return { user, dueAt: (await request(user)).dueAt };
    },
    /** The time to object is over, and the job has run. */
    async finish(dueAt: string) {
      const { clock, jobs } = account.runtime;
      clock.advance(Math.max(0, Date.parse(dueAt) - clock.now().getTime()));
      await jobs.runNow("account.finish-holds");
    },
    cancel: (token: string) => outcomeOf(account.call(cancelFactorReset, { token })),
    tokenOf: ({ email }: { readonly email: string }) => account.mailedToken(email, "second_factor_reset"),
    factorsOf: async ({ userId }: { readonly userId: string }) => (await account.rows("second_factors", { userId })).length,
    isWaiting: async ({ userId }: { readonly userId: string }) =>
      (await account.rows("held_changes", { userId, kind: "FACTOR_RESET" })).length === 1,
    setUser: ({ userId }: { readonly userId: string }, fields: object) =>
      account.database.connection.collection("users").updateOne({ _id: userId as never }, { $set: fields }),
    factsOf: async ({ userId }: { readonly userId: string }) =>
      (await account.rows("outbox", { event: "user.security_event", "payload.userId": userId })).map(
        ({ payload }) => (payload as { readonly kind: string }).kind,
      ),
    auditOf: async ({ userId }: { readonly userId: string }) =>
      (await account.rows("audit_log", { target: userId }))
        .sort((one, other) => Number(one.at) - Number(other.at))
        .map(({ action, details }) => ({ action: String(action), details }))
        .filter(({ action }) => action.includes("reset")),
  };
}
