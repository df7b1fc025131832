import { changeEmail, confirmEmailChange, undoEmailChange, verifyEmail } from "#libs/contracts/account/index.ts";
import { type Fixture, type Member, newAddress } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";

export const INVALID = "auth.email.invalid_token";
export const WRONG = "auth.login.invalid_credentials";
export const OTHER = "an entirely different phrase";

/** The steps of a change of the address, and what has become of it. */
export function emailChangeSteps(account: Fixture) {
  const ask = (member: Member, newEmail: string) => outcomeOf(member.call(changeEmail, { newEmail }));
  const confirm = (token: string) => account.call(confirmEmailChange, { token });
  const confirmToken = (email: string) => account.mailedToken(email, "email_change_confirm");
  return {
    ask,
    confirm,
    confirmToken,
    undo: (token: string) => outcomeOf(account.call(undoEmailChange, { token })),
    undoToken: (email: string) => account.mailedToken(email, "email_change_asked"),
    finish: () => account.runtime.jobs.runNow("account.finish-holds"),
    /** A signed-in user with a verified address. */
    async newMember(): Promise<Member> {
      const email = await account.register();
      await account.call(verifyEmail, { token: account.mailedToken(email, "verify_email") });
      const signedIn = await account.login(email);
      return { ...account.actor(signedIn), email, signedIn, sessionId: "" };
    },
    /** Asks for an address and confirms it. */
    async confirmed(member: Member) {
      const newEmail = newAddress();
      await member.call(changeEmail, { newEmail });
      return { newEmail, answer: await confirm(confirmToken(newEmail)) };
    },
    addressOf: async ({ userId }: Member) => (await account.rows("users", { _id: userId }))[0]?.email,
    factsOf: async ({ userId }: Member) =>
      (await account.rows("outbox", { event: "user.security_event", "payload.userId": userId })).map(({ payload }) => payload),
  };
}

export type EmailChangeSteps = ReturnType<typeof emailChangeSteps>;
