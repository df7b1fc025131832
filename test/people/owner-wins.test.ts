import { expect, it } from "@jest/globals";
import { changeEmail, forgotPassword, logoutAll, resetPassword } from "#libs/contracts/account/index.ts";
import { type Fixture, newAddress } from "../account/fixture.ts";
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

it.each(["undo", "reset"] as const)("SGN-06 MFA-19 the %s of the owner is made while a thief keeps writing to the account", async (how) => {
  const member = await steps.newMember();
  await member.call(changeEmail, { newEmail: newAddress() });
  const undo = steps.undoToken(member.email);
  await account.call(forgotPassword, { email: member.email });
  const token = account.mailedToken(member.email, "reset_password");
  const times = (count: number, call: () => Promise<unknown>) => Array.from({ length: count }, () => repeat(call));
  const loops = [
    ...times(8, () => account.login(member.email)),
    ...times(5, () => member.call(logoutAll, { exceptCurrent: true })),
    ...times(3, () => member.call(changeEmail, { newEmail: newAddress() })),
  ];
  await eventually(() => expect(loops.every(({ state }) => state.calls > 0)).toBe(true));
  const outcome = how === "undo" ? await steps.undo(undo) : await outcomeOf(account.call(resetPassword, { token, password: OTHER }));
  for (const { state } of loops) state.isStopped = true;
  await Promise.all(loops.map(({ done }) => done));
  expect(outcome).toBe("ok");
  expect(await account.rows("sessions", { userId: member.userId, revoked: false })).toEqual([]);
});
