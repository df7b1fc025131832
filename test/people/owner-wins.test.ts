import { expect, it } from "@jest/globals";
import { changeEmail, forgotPassword, logoutAll, resetPassword } from "#libs/contracts/account/index.ts";
import { type Fixture, type Member, newAddress } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type EmailChangeSteps, emailChangeSteps, OTHER } from "./email-change-steps.ts";
import { startAccount } from "./start-account.ts";

let account: Fixture;
let steps: EmailChangeSteps;
startAccount(emailChangeSteps, (started, its) => {
  [account, steps] = [started, its];
});

/** Repeats a call until it is stopped or refused. */
function repeat(call: () => Promise<unknown>) {
  const state = { calls: 0, isStopped: false };
  const work = async () => {
    while (!state.isStopped && (await outcomeOf(call())) === "ok") state.calls += 1;
  };
  return { state, done: work() };
}

const times = (count: number, call: () => Promise<unknown>) => Array.from({ length: count }, () => repeat(call));
const signInAndOut = (member: Member) => [
  ...times(8, () => account.login(member.email)),
  ...times(5, () => member.call(logoutAll, { exceptCurrent: true })),
];

/** Does the work while the loops run. */
async function whileWriting<T>(loops: readonly ReturnType<typeof repeat>[], work: () => Promise<T>): Promise<T> {
  await eventually(() => expect(loops.every(({ state }) => state.calls > 0)).toBe(true));
  const outcome = await work();
  for (const { state } of loops) state.isStopped = true;
  await Promise.all(loops.map(({ done }) => done));
  return outcome;
}

it.each(["undo", "reset"] as const)("SGN-06 MFA-19 the %s of the owner is made while a thief keeps writing to the account", async (how) => {
  const member = await steps.newMember();
  await member.call(changeEmail, { newEmail: newAddress() });
  const undo = steps.undoToken(member.email);
  await account.call(forgotPassword, { email: member.email });
  const token = account.mailedToken(member.email, "reset_password");
  const loops = [...signInAndOut(member), ...times(3, () => member.call(changeEmail, { newEmail: newAddress() }))];
  const outcome = await whileWriting(loops, () =>
    how === "undo" ? steps.undo(undo) : outcomeOf(account.call(resetPassword, { token, password: OTHER })),
  );
  expect(outcome).toBe("ok");
  expect(await account.rows("sessions", { userId: member.userId, revoked: false })).toEqual([]);
});

it("MFA-19 an address is confirmed, and is that of the account after its hold, while a thief keeps writing to the account", async () => {
  const member = await steps.newMember();
  const { answer } = await whileWriting(signInAndOut(member), () => steps.confirmed(member));
  account.runtime.clock.advance(new Date(answer.effectiveAt).getTime() - account.runtime.clock.now().getTime());
  const { newEmail } = await whileWriting(signInAndOut(member), async () => {
    await steps.finish();
    return { newEmail: await steps.addressOf(member) };
  });
  expect(newEmail).not.toBe(member.email);
});
