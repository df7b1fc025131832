import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { gatewayPort, gatewayService } from "#gateway/gateway.service.ts";
import { adminLogin, confirmTotp, login, removeSecondFactor, startTotp } from "#libs/contracts/account/index.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { liveDeps } from "#services/account/deps.ts";
import { accountOf, claimsOf, type Fixture, type Member, newAddress, PASSWORD, type SignedIn } from "../account/fixture.ts";
import { refusalOf } from "../spec/refusal.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { httpClient, type Send } from "../support/http.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { createTestRuntime } from "../support/runtime.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { emailChangeSteps } from "./email-change-steps.ts";
import { codeAt, type Enrolled, enrolledUser, verifiedUser, verify } from "./factors.ts";

const ROUNDS = 20;
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
const reason = "A test of the races";
const INVALID_CODE = "auth.mfa.invalid_code";

let nats: NatsServer;
let system: TestSystem;
let account: Fixture;
let second: { readonly send: Send; stop(): Promise<void> };

beforeAll(async () => {
  nats = await startNatsServer();
  system = await startTestSystem({ natsServers: [nats.url] });
  account = accountOf(system.runtime, system.broker);
  second = await startSecondGateway();
});
afterEach(() => {
  system.runtime.clock.reset();
  system.runtime.faults.disarm();
});
afterAll(async () => {
  await second.stop();
  await system.stop();
  await nats.dispose();
});

async function startSecondGateway() {
  const { clock, env } = system.runtime;
  const runtime = createTestRuntime({ ...env, port: 0, metricsPort: 0 }, { clock });
  const broker = createBroker(runtime, [(own) => gatewayService(own, { metricsOnMainPort: true })]);
  await broker.start();
  const base = `http://127.0.0.1:${gatewayPort(broker)}`;
  await eventually(async () => expect((await fetch(`${base}/health/ready`)).status).toBe(200));
  const stop = async () => {
    await broker.stop();
    await runtime.close();
  };
  return { send: httpClient(`${base}/api/v1`), stop };
}

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, work));

describe("races of the staff", () => {
  it("STF-13 of the last two super admins who demote, remove or suspend each other or leave at once, one remains", async () => {
    const deeds: ((by: Person, of: Person) => ReturnType<Person["send"]>)[] = [
      (by, of) => by.send("PUT", `/admin/staff/${of.userId}/roles`, { roles: ["ADMIN"], reason }),
      (by, of) => by.send("POST", `/admin/staff/${of.userId}/remove`, { reason }),
      (by, of) => by.send("PATCH", `/admin/users/${of.userId}/status`, { status: "SUSPENDED", reason }),
      (by) => by.send("POST", "/gdpr/delete"),
    ];
    const users = system.runtime.database("account").connection.collection<{ _id: string }>("users");
    const comeBack = async ({ userId, email, password }: Person) => {
      await system.runtime.database("account").connection.collection("gdpr_requests").deleteMany({ userId });
      await users.updateOne({ _id: userId }, { $set: { roles: ["SUPER_ADMIN"], status: "ACTIVE" } });
      return system.signIn(email, password);
    };
    let pair = (await times(2, () => newAdmin(system, "SUPER_ADMIN"))) as [Person, Person];
    await users.updateMany({ roles: "SUPER_ADMIN", _id: { $nin: pair.map(({ userId }) => userId) } }, { $set: { roles: ["ADMIN"] } });
    for (const round of rounds) {
      const deed = deeds[round % deeds.length] as (typeof deeds)[number];
      const [one, other] = pair;
      const replies = await Promise.all([deed(one, other), deed(other, one)]);
      expect([round, replies.filter(({ status }) => status < 300).length]).toEqual([round, 1]);
      const left = await users.find({ roles: "SUPER_ADMIN", status: "ACTIVE" }).toArray();
      expect([round, left.length]).toEqual([round, 1]);
      const [stays, gone] = left[0]?._id === one.userId ? [one, other] : [other, one];
      pair = [stays, await comeBack(gone)];
    }
    await users.updateOne({ email: "admin@example.org" }, { $set: { roles: ["SUPER_ADMIN"] } });
  });

  it("STF-11 of eight who accept one invitation at once, one joins", async () => {
    const admin = await newAdmin(system, "SUPER_ADMIN");
    for (const round of rounds) {
      const email = newAddress();
      dataOf(await admin.send("POST", "/admin/staff/invitations", { email, roles: ["MODERATOR"] }), 201);
      const body = { token: await system.mailedToken(email, "staff_invitation"), password: "fifteen letters", displayName: "Mo" };
      const replies = await times(8, () => system.send("POST", "/auth/invitations/accept", { body }));
      const refusals = replies.map(refusalOf).filter((refusal) => refusal !== "201");
      expect([round, refusals.length]).toEqual([round, 7]);
      // Who comes after the account has been made is told to sign in; the invitation is used in any case.
      expect(["400 staff.invitation.invalid_token", "409 staff.invitation.sign_in_first"]).toEqual(expect.arrayContaining(refusals));
      expect([round, (await account.rows("users", { email })).length]).toEqual([round, 1]);
    }
  });

  it("STF-12 roles that change under requests on two gateways: an old token never opens again, and never with the new roles", async () => {
    const admin = await newAdmin(system, "SUPER_ADMIN");
    let colleague = await newAdmin(system, "MODERATOR");
    for (const round of rounds) {
      // Each role opens what the other does not.
      const [to, open, shut] =
        round % 2 === 0
          ? ["FINANCE", "/admin/moderation/queue", "/admin/payouts"]
          : ["MODERATOR", "/admin/payouts", "/admin/moderation/queue"];
      const { token } = colleague;
      let isOver = false;
      const requests = [system.send, second.send].map(async (send) => {
        const seen: number[] = [];
        do {
          seen.push((await send("GET", open, { token })).status);
          expect([401, 403]).toContain((await send("GET", shut, { token })).status);
        } while (!isOver && seen.at(-1) !== 401);
        return seen;
      });
      dataOf(await admin.send("PUT", `/admin/staff/${colleague.userId}/roles`, { roles: [to], reason }), 200);
      await eventually(async () => {
        for (const send of [system.send, second.send]) expect((await send("GET", open, { token })).status).toBe(401);
      }, 2_000);
      isOver = true;
      for (const seen of await Promise.all(requests))
        expect([round, seen.filter((status) => status !== 200 && status !== 401)]).toEqual([round, []]);
      for (const send of [system.send, second.send]) expect((await send("GET", open, { token })).status).toBe(401);
      colleague = await system.signIn(colleague.email, colleague.password);
      expect((await second.send("GET", shut, { token: colleague.token })).status).toBe(200);
    }
  });
});

describe("races of second factors", () => {
  /** Challenges of a right password, without the cost of comparing it. */
  async function challengesOf({ userId }: Enrolled): Promise<string[]> {
    const { challenges, users } = liveDeps(system.runtime);
    const user = await users.find(userId);
    const begun = await times(6, () => challenges.begin({ purpose: "LOGIN", user, content: JSON.stringify(["pwd"]) }));
    return begun.map(({ challengeToken }) => challengeToken);
  }
  const answerAll = (challenges: readonly string[], answer: Parameters<typeof verify>[2]) =>
    Promise.all(challenges.map((challenge) => outcomeOf(verify(account, challenge, answer))));
  const ONE_OF_SIX = [...Array(5).fill(INVALID_CODE), "ok"];

  it("MFA-05 of six challenges at once that get one code, one signs in", async () => {
    const user = await enrolledUser(account);
    for (const round of rounds) {
      system.runtime.clock.advance(16 * MINUTE);
      const challenges = await challengesOf(user);
      expect([round, (await answerAll(challenges, { code: user.freshCode() })).sort()]).toEqual([round, ONE_OF_SIX]);
    }
  });

  it("MFA-12 of six challenges at once that get one recovery code, one signs in, and one mail says so", async () => {
    const users = [await enrolledUser(account), await enrolledUser(account)];
    for (const user of users) {
      for (const recoveryCode of user.recoveryCodes) {
        system.runtime.clock.advance(16 * MINUTE);
        expect((await answerAll(await challengesOf(user), { recoveryCode })).sort()).toEqual(ONE_OF_SIX);
      }
      expect(account.mailKinds(user.email).filter((kind) => kind === "recovery_code_used")).toHaveLength(10);
    }
  });

  it("MFA-02 a login beside the confirmation of a factor gets a challenge, or was recorded before it", async () => {
    const user = await verifiedUser(account);
    const tryLogin = () => account.call(login, { email: user.email, password: PASSWORD });
    for (const round of rounds) {
      system.runtime.clock.advance(30_000);
      const { factorId, secret } = await user.call(startTotp, {});
      let isConfirmed = false;
      const answers: Awaited<ReturnType<typeof tryLogin>>[] = [];
      const beside = (async () => {
        do answers.push(await tryLogin());
        while (!isConfirmed && answers.length < 8);
      })();
      await user.call(confirmTotp, { factorId, code: codeAt(secret, system.runtime.clock.now()) });
      const earlier = (await account.rows("sessions", { userId: user.userId })).map(({ _id }) => _id);
      isConfirmed = true;
      await beside;
      for (const answer of answers) {
        if (answer.mfaRequired) expect(answer).not.toHaveProperty("accessToken");
        else expect([round, earlier.includes(claimsOf(answer.accessToken ?? "").sid)]).toEqual([round, true]);
      }
      expect([round, (await tryLogin()).mfaRequired]).toEqual([round, true]);
      await user.call(removeSecondFactor, { factorId });
    }
  });
});

describe("races at the door of the staff", () => {
  it("MFA-02 a right password beside the confirmation of a factor is never answered as a wrong one", async () => {
    const colleague = await verifiedUser(account);
    const users = account.database.connection.collection<{ _id: string }>("users");
    await users.updateOne({ _id: colleague.userId }, { $set: { roles: ["SUPPORT"], mailboxProvenAt: system.runtime.clock.now() } });
    const tryLogin = () => account.call(adminLogin, { email: colleague.email, password: PASSWORD });
    for (const round of rounds) {
      system.runtime.clock.advance(30_000);
      const { factorId, secret } = await colleague.call(startTotp, {});
      const confirm = () => colleague.call(confirmTotp, { factorId, code: codeAt(secret, system.runtime.clock.now()) });
      // At most as many as there are threads that compare passwords: they end beside the confirmation.
      const logins = times(2, tryLogin);
      if (round % 2 === 0) await setImmediate();
      await confirm();
      for (const { mfaRequired, ...answer } of await logins)
        expect([round, mfaRequired === "challengeToken" in answer]).toEqual([round, true]);
      expect([round, (await tryLogin()).mfaRequired]).toEqual([round, true]);
      await colleague.call(removeSecondFactor, { factorId });
    }
  });
});

describe("races of what waits", () => {
  it("SGN-06 of the link that stops a new address and the job that makes it, at the end of the hold, one wins wholly", async () => {
    const steps = emailChangeSteps(account);
    /** One with a verified address and an open session, without the cost of a password. */
    async function knownMember(): Promise<Member> {
      const { userId } = await account.member();
      const users = account.database.connection.collection<{ _id: string; email: string }>("users");
      const user = await users.findOneAndUpdate({ _id: userId }, { $set: { emailVerified: true } });
      const [sessionId, createdAt] = [uuid(), account.runtime.clock.now()];
      await account.database.connection
        .collection<{ _id: string }>("sessions")
        .insertOne({ _id: sessionId, ...{ userId, revoked: false, createdAt } });
      return {
        ...actAs(account.broker, account.runtime, { userId, sessionId }),
        email: user?.email ?? "",
        sessionId,
        signedIn: {} as SignedIn,
      };
    }
    for (const round of rounds) {
      const member = await knownMember();
      const { newEmail } = await steps.confirmed(member);
      const token = steps.undoToken(member.email);
      system.runtime.clock.advance(49 * HOUR);
      system.runtime.faults.arm({ point: "account.hold.taken", mode: "delay", delayMs: (round % 4) * 10, times: 1 });
      const [, undone] = await Promise.all([steps.finish(), steps.undo(token)]);
      await steps.finish();
      const kinds = ((await steps.factsOf(member)) as { kind: string }[]).map(({ kind }) => kind);
      const expected = undone === "ok" ? [member.email, ["EMAIL_UNDONE"]] : [newEmail, ["EMAIL_CHANGED"]];
      expect([round, await steps.addressOf(member), kinds]).toEqual([round, ...expected]);
      system.runtime.clock.reset();
    }
  });
});
