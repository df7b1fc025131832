import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { fillIdentity } from "../support/identity.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: TestSystem;
let admin: Person;

beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.admin();
});

afterAll(() => system.stop());

interface Profile {
  readonly level: string;
  readonly kycStatus: string;
}

interface TrialBalance {
  readonly accounts: readonly { readonly account: string; readonly balance: string }[];
}

const profileOf = async (creator: Person) => dataOf<Profile>(await creator.send("GET", "/creators/me"), 200);
const setLevel = async ({ creatorId }: CreatorPerson, body: object) => admin.send("PATCH", `/admin/creators/${creatorId}/level`, body);

describe("KYC-01 identity checks over HTTP", () => {
  const decide = async ({ creatorId }: CreatorPerson, body: object) =>
    refusalOf(await admin.send("PATCH", `/admin/creators/${creatorId}/kyc`, body));

  it("KYC-01 lets the creator start and submit, lets an admin decide, and refuses every other transition with 409", async () => {
    const creator = await system.newCreator();
    const path = `/creators/${creator.creatorId}/kyc`;
    expect(await decide(creator, { kycStatus: "APPROVED" })).toBe("409 creator.kyc.invalid_status");
    expect(dataOf(await creator.send("POST", path), 201)).toMatchObject({ kycStatus: "IN_PROGRESS", session: { url: null } });
    expect(refusalOf(await creator.send("POST", path))).toBe("409 creator.kyc.invalid_status");
    expect((await creator.send("DELETE", path)).body).toEqual({ success: true });
    expect(await profileOf(creator)).toMatchObject({ kycStatus: "NOT_STARTED" });
    dataOf(await creator.send("POST", path), 201);
    await fillIdentity(creator);
    expect(dataOf(await creator.send("POST", `${path}/submit`), 200)).toMatchObject({ kycStatus: "IN_REVIEW" });
    expect(refusalOf(await creator.send("DELETE", path))).toBe("409 creator.kyc.invalid_status");
    expect(await decide(creator, { kycStatus: "RESUBMISSION_REQUIRED", reason: "Page two is missing." })).toBe("200");
    expect(dataOf(await creator.send("GET", path), 200)).toMatchObject({ reason: "Page two is missing.", session: null });
    dataOf(await creator.send("POST", path), 201);
    dataOf(await creator.send("POST", `${path}/submit`), 200);
    expect(await decide(creator, { kycStatus: "APPROVED" })).toBe("200");
    expect(await profileOf(creator)).toMatchObject({ kycStatus: "APPROVED" });
    expect(await decide(creator, { kycStatus: "REJECTED" })).toBe("409 creator.kyc.invalid_status");
    expect(await decide(creator, { kycStatus: "DONE" })).toBe(INVALID);
    expect(await decide({ ...creator, creatorId: "x" }, { kycStatus: "APPROVED" })).toBe("404 creator.error.not_found");
  });

  it("KYC-01 applies the approval of the provider when the creator submits", async () => {
    await system.setConfig("provider.kyc", "sandbox");
    const creator = await system.newCreator();
    const path = `/creators/${creator.creatorId}/kyc`;
    dataOf(await creator.send("POST", path), 201);
    expect(dataOf(await creator.send("POST", `${path}/submit`), 200)).toMatchObject({ kycStatus: "APPROVED" });
    await system.setConfig("provider.kyc", "manual");
  });
});

describe("rate limit of identity checks", () => {
  it("KYC-01 refuses the eleventh start in an hour with 429", async () => {
    const creator = await system.newCreator();
    const path = `/creators/${creator.creatorId}/kyc`;
    const starts: number[] = [];
    for (let count = 0; count < 11; count++) {
      starts.push((await creator.send("POST", path)).status);
      await creator.send("DELETE", path);
    }
    expect(starts).toEqual([...Array(10).fill(201), 429]);
  });
});

describe("KYC-01 identity checks and payouts", () => {
  it("KYC-01 PAY-04 refuses a payout without an approved check with 403", async () => {
    const [fan, creator] = await Promise.all([system.newFan(), system.newCreator({ dmType: "SINGLE_PAY", price: "50.00" })]);
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "50.00", content: "For the travel?" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Thank you." }), 201);
    const method = await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "my bank" });
    const { methodId } = dataOf<{ methodId: string }>(method, 201);
    const payout = async () =>
      refusalOf(await creator.send("POST", "/payouts", { amount: "20.00", methodId }, { headers: { "idempotency-key": uuid() } }));

    const path = `/creators/${creator.creatorId}/kyc`;
    const refusals = [await payout()];
    dataOf(await creator.send("POST", path), 201);
    refusals.push(await payout());
    await fillIdentity(creator);
    dataOf(await creator.send("POST", `${path}/submit`), 200);
    refusals.push(await payout());
    expect(refusals).toEqual(Array(3).fill("403 payout.error.kyc_required"));
    dataOf(await admin.send("PATCH", `/admin${path}`, { kycStatus: "APPROVED" }), 200);
    expect(await payout()).toBe("201");
    dataOf(await admin.send("PATCH", `/admin${path}`, { kycStatus: "EXPIRED" }), 200);
    expect(await payout()).toBe("403 payout.error.kyc_required");
  });
});

describe("LVL-01 levels over HTTP", () => {
  const send = async (fan: Person, creator: Person, content: string) => {
    const message = { receiverId: creator.userId, dmType: "PER_MESSAGE", price: "10.00", content };
    return dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201).messageId;
  };
  const answer = async (creator: Person, messageId: string) =>
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Here you are." }), 201);
  const earnings = async ({ userId }: Person) => {
    const { accounts } = dataOf<TrialBalance>(await admin.send("GET", "/admin/ledger/trial-balance"), 200);
    return accounts.find(({ account }) => account === `user:${userId}:earnings`)?.balance;
  };

  it("LVL-01 applies the commission of a new level to later messages only", async () => {
    const [fan, other, creator] = await Promise.all([
      system.newFan(),
      system.newFan(),
      system.newCreator({ dmType: "PER_MESSAGE", price: "10.00" }),
    ]);
    const before = await send(fan, creator, "As a bronze creator?");
    expect((await setLevel(creator, { level: "GOLD" })).body).toEqual({ success: true });
    expect((await profileOf(creator)).level).toBe("GOLD");
    const after = await send(other, creator, "As a gold creator?");
    await answer(creator, before);
    expect(await earnings(creator)).toBe("8.00");
    await answer(creator, after);
    expect(await earnings(creator)).toBe("16.50");
  });

  it("LVL-01 raises the level for answered paid messages in the daily review", async () => {
    await system.setConfig("creator.level_silver_min_messages", 1);
    const [fan, creator] = await Promise.all([system.newFan(), system.newCreator({ dmType: "PER_MESSAGE", price: "10.00" })]);
    await answer(creator, await send(fan, creator, "How are you?"));
    const days = system.runtime.database("creator").connection.collection("creator_days");
    await eventually(async () => expect(await days.findOne({ userId: creator.userId })).toMatchObject({ sent: 1, paidReplied: 1 }));
    system.runtime.clock.advance(86_400_000);
    await system.runtime.jobs.runNow("creator.review-levels");
    system.runtime.clock.reset();
    const profile = dataOf<object>(await creator.send("GET", "/creators/me"), 200);
    expect(profile).toMatchObject({ level: "SILVER", replyRate: 1 });
    expect((profile as { medianReplySeconds: number }).medianReplySeconds).toBeLessThanOrEqual(60);
  });

  it("LVL-01 sets and pins a level, and refuses unknown levels, unknown creators and callers without the permission", async () => {
    const creator = await system.newCreator();
    expect((await setLevel(creator, { level: "PLATINUM", pinned: true })).status).toBe(200);
    expect(refusalOf(await setLevel(creator, { level: "RUBY" }))).toBe(INVALID);
    expect(refusalOf(await setLevel(creator, { pinned: false }))).toBe(INVALID);
    expect(refusalOf(await setLevel({ ...creator, creatorId: "x" }, { level: "GOLD" }))).toBe("404 creator.error.not_found");
    expect(refusalOf(await creator.send("PATCH", `/admin/creators/${creator.creatorId}/level`, { level: "DIAMOND" }))).toBe(
      "403 error.forbidden",
    );
    expect((await profileOf(creator)).level).toBe("PLATINUM");
  });
});
