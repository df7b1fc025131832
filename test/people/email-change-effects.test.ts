import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { refusalOf } from "../spec/refusal.ts";
import { verifyIdentity } from "../spec/tour-payouts.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
beforeEach(() => system.runtime.clock.reset());
afterAll(() => system.stop());

const newAddress = () => `e${uuid().slice(-12)}@example.org`;
const rows = (collection: string) => system.runtime.database("account").connection.collection(collection);

/** Asks for an address and confirms it. */
async function confirmed(person: Person): Promise<string> {
  const newEmail = newAddress();
  dataOf(await person.send("POST", "/auth/email/change", { newEmail }), 202);
  const token = await system.mailedToken(newEmail, "email_change_confirm");
  const answer = await system.send("POST", "/auth/email/confirm", { body: { token } });
  expect(dataOf(answer, 200)).toEqual({ changed: false, effectiveAt: expect.any(String) });
  return newEmail;
}

/** The notices of a person about what guards the account. */
const noticesOf = async (person: Person) => {
  const { items } = dataOf<{ items: { eventKey: string; body: string }[] }>(await person.send("GET", "/notifications"), 200);
  return items.filter(({ eventKey }) => eventKey === "security_changed").map(({ body }) => body);
};

describe("what follows a change of the address", () => {
  it("SGN-05 PYO-07 the new address is told of in the list of notices, and payouts wait", async () => {
    const creator = await system.newCreator();
    await verifyIdentity(system, creator);
    const method = await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "my bank" });
    const { methodId } = dataOf<{ methodId: string }>(method, 201);
    const newEmail = await confirmed(creator);
    system.runtime.clock.advance(48 * HOUR + SECOND);
    await system.runtime.jobs.runNow("account.finish-holds");
    const again = await system.signIn(newEmail, creator.password);
    await eventually(async () => expect(await noticesOf(again)).toEqual([expect.stringMatching(/^Your account has a new email address/)]));
    const pay = () => again.send("POST", "/payouts", { amount: "20.00", methodId }, { headers: { "idempotency-key": uuid() } });
    await eventually(async () => expect(refusalOf(await pay())).toBe("403 payout.error.cooling"));
  });

  it("STF-12 an invitation to the staff that was sent to the old address is void", async () => {
    const [person, admin] = [await system.newUser(), await newAdmin(system, "SUPER_ADMIN")];
    dataOf(await admin.send("POST", "/admin/staff/invitations", { email: person.email, roles: ["FINANCE"] }), 201);
    const token = await system.mailedToken(person.email, "staff_invitation");
    await confirmed(person);
    system.runtime.clock.advance(48 * HOUR + SECOND);
    await system.runtime.jobs.runNow("account.finish-holds");
    const accepted = await system.send("POST", "/auth/invitations/accept", { body: { token, password: "fifteen letters" } });
    expect(refusalOf(accepted)).toBe("400 staff.invitation.invalid_token");
  });

  it("SGN-06 the link of the old address ends the bearer within two seconds, and the notice says so", async () => {
    const person = await system.newUser();
    await confirmed(person);
    const token = await system.mailedToken(person.email, "email_change_asked");
    dataOf(await system.send("POST", "/auth/email/undo", { body: { token } }), 200);
    await eventually(async () => expect(refusalOf(await person.send("GET", "/auth/me"))).toMatch(/^401/), 2_000);
    const again = await system.send("POST", "/auth/email/undo", { body: { token } });
    expect(refusalOf(again)).toBe("400 auth.email.invalid_token");
    const password = "a new and good phrase";
    const reset = { token: await system.mailedToken(person.email, "reset_password"), password };
    dataOf(await system.send("POST", "/auth/password/reset", { body: reset }), 200);
    const owner = await system.signIn(person.email, password);
    await eventually(async () => {
      const notices = await noticesOf(owner);
      expect(notices.some((body) => body.startsWith("The change of your email address was stopped"))).toBe(true);
      expect(notices.some((body) => body.startsWith("Your password was set anew"))).toBe(true);
    });
  });
});

describe("an account that leaves", () => {
  it("SGN-12 what waits is part of the export, and nothing of it is left after the purge", async () => {
    const person = await system.newUser();
    const newEmail = await confirmed(person);
    const { requestId } = dataOf<{ requestId: string }>(await person.send("POST", "/gdpr/export"), 202);
    await system.runtime.jobs.runNow("account.export-users");
    const archive = await eventually(async () => {
      const reply = await person.send("GET", `/gdpr/export/${requestId}`);
      if (reply.status !== 200) throw new Error("the export is not ready");
      return reply.body as unknown as { services: { account: { held_changes: unknown[] } } };
    });
    const [shown, ...others] = archive.services.account.held_changes;
    expect([shown, others]).toEqual([{ kind: "EMAIL_CHANGE", newEmail, askedAt: expect.any(String), dueAt: expect.any(String) }, []]);

    dataOf(await person.send("POST", "/gdpr/delete"), 201);
    await rows("gdpr_requests").updateOne(
      { userId: person.userId, type: "DELETION" },
      { $set: { scheduledAt: system.runtime.clock.now() } },
    );
    await system.runtime.jobs.runNow("account.purge-users");
    await eventually(async () => expect(await rows("users").findOne({ _id: person.userId as never })).toMatchObject({ status: "DELETED" }));
    await eventually(async () => {
      const left = { held: await rows("held_changes").find({}).toArray(), tokens: await rows("mail_tokens").find({}).toArray() };
      expect(JSON.stringify(left)).not.toContain(person.userId);
      expect(JSON.stringify(left)).not.toContain(newEmail);
    });
    system.runtime.clock.advance(49 * HOUR);
    await system.runtime.jobs.runNow("account.finish-holds");
    expect(await rows("users").findOne({ email: newEmail })).toBeNull();
  });
});
