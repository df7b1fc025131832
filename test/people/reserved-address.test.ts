import { expect, it } from "@jest/globals";
import { cancelEmailChange, confirmEmailChange, register } from "#libs/contracts/account/index.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { confirmEmailChangeAction } from "#services/account/actions/confirm-email-change.ts";
import { registerAction } from "#services/account/actions/register.ts";
import { type Deps, liveDeps } from "#services/account/deps.ts";
import { type Fixture, newAddress } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type EmailChangeSteps, emailChangeSteps, INVALID, OTHER, WRONG } from "./email-change-steps.ts";
import { startAccount } from "./start-account.ts";

let account: Fixture;
let steps: EmailChangeSteps;
startAccount(emailChangeSteps, (started, its) => {
  [account, steps] = [started, its];
});

const tryRegister = (email: string) => outcomeOf(account.call(register, { email, password: OTHER }));
const accountsOf = async (email: string) => (await account.rows("users", { email })).length;

it("SGN-05 REG-01 a confirmed address that waits is taken by no registration, which is answered like any other and mails its owner", async () => {
  const member = await steps.newMember();
  const { newEmail } = await steps.confirmed(member);
  const countRows = async () =>
    [await account.rows("mail_tokens"), await account.rows("outbox"), await account.rows("audit_log")].map((rows) => rows.length);
  const before = await countRows();
  expect(await account.call(register, { email: newEmail, password: OTHER })).toEqual({
    ...{ email: newEmail, emailVerified: false, browserKey: expect.stringMatching(/^[\w-]{43}$/) },
    deviceToken: expect.stringMatching(/^[\w.-]{90,}$/),
  });
  expect([await accountsOf(newEmail), await countRows()]).toEqual([0, before]);
  expect(account.mailKinds(newEmail)).toEqual(["email_change_confirm", "email_taken"]);
  for (let mail = 0; mail < 6; mail += 1) await tryRegister(newEmail);
  expect(account.mailKinds(newEmail)).toEqual(["email_change_confirm", ...Array(5).fill("email_taken")]);

  account.runtime.clock.advance(49 * HOUR);
  await steps.finish();
  expect(await outcomeOf(account.login(newEmail))).toBe("ok");
  expect(await outcomeOf(account.login(newEmail, OTHER))).toBe(WRONG);
});

it("SGN-05 REG-01 a registration of a confirmed address is 409 like that of a known one when the setting is on", async () => {
  const { newEmail } = await steps.confirmed(await steps.newMember());
  account.configure({ "auth.register_reveals_taken": true });
  expect(await tryRegister(newEmail)).toBe("auth.register.email_taken");
  account.configure({});
});

it("SGN-05 an address is reserved only from its confirmation on, and until the change is cancelled", async () => {
  const [member, other] = [await steps.newMember(), await steps.newMember()];
  const asked = newAddress();
  await steps.ask(member, asked);
  expect([await tryRegister(asked), await accountsOf(asked)]).toEqual(["ok", 1]);
  const { newEmail } = await steps.confirmed(member);
  await steps.ask(other, newEmail);
  expect([await tryRegister(newEmail), await accountsOf(newEmail)]).toEqual(["ok", 0]);
  await member.call(cancelEmailChange, {});
  expect([await tryRegister(newEmail), await accountsOf(newEmail)]).toEqual(["ok", 1]);
});

it.each(["registration", "confirmation"])(
  "SGN-05 a %s that is made first is seen by the other one, which is made beside it",
  async (first) => {
    const [member, other] = [await steps.newMember(), await steps.newMember()];
    const email = newAddress();
    await steps.ask(member, email);
    const token = steps.confirmToken(email);
    await steps.ask(other, email);

    const deps = liveDeps(account.runtime);
    const isRegistration = first === "registration";
    const { promise: retried, resolve: retry } = Promise.withResolvers<void>();
    let attempts = 0;
    const transaction: Deps["transaction"] = (work) =>
      deps.transaction((tx) => {
        attempts += 1;
        if (attempts > 1) retry();
        return work(tx);
      });
    let second: Promise<string> | undefined;
    /** Within the transaction of the first one: the second one runs until it is through or has met that transaction. */
    const meanwhile = async () => {
      second ??= outcomeOf(isRegistration ? confirming() : registering());
      await Promise.race([second, retried]);
    };
    const insert: Deps["users"]["insert"] = (tx, user) => meanwhile().then(() => deps.users.insert(tx, user));
    const add: Deps["audit"]["add"] = (tx, entry) => meanwhile().then(() => deps.audit.add(tx, entry));
    const actions = {
      register: registerAction({ ...deps, ...(isRegistration ? { users: { ...deps.users, insert } } : { transaction }) }),
      confirm: confirmEmailChangeAction({ ...deps, ...(isRegistration ? { transaction } : { audit: { ...deps.audit, add } }) }),
    };
    const name = `racing-${first}`;
    account.broker.createService({ name, actions });
    await account.broker.waitForServices(name);
    const registering = () => account.call({ ...register, name: `${name}.register` } as typeof register, { email, password: OTHER });
    const confirming = () => account.call({ ...confirmEmailChange, name: `${name}.confirm` } as typeof confirmEmailChange, { token });
    const outcomes = [await outcomeOf(isRegistration ? registering() : confirming()), await second];
    const waiting = (await account.rows("held_changes", { userId: member.userId })).length;
    expect([...outcomes, await accountsOf(email), waiting]).toEqual(isRegistration ? ["ok", INVALID, 1, 0] : ["ok", "ok", 0, 1]);
  },
);
