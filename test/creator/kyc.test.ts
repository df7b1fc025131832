import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  abandonKyc,
  addIdentityFile,
  getKyc,
  getMyProfile,
  KYC_STATUSES,
  type KycStatus,
  saveIdentityForm,
  setCreatorStatus,
  setKycStatus,
  setLevel,
  startKyc,
  submitKyc,
} from "#libs/contracts/creator/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { CreatorProfileDoc } from "#services/creator/data/creator-profile.model.ts";
import { kycStore } from "#services/creator/data/kyc.store.ts";
import { liveDeps } from "#services/creator/deps.ts";
import { expireApprovals } from "#services/creator/kyc/expire-approvals.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { filePart, IDENTITY } from "../support/identity.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

/** The transitions of the identity check, repeated here on purpose; every other pair is refused. */
const TRANSITIONS: Readonly<Record<KycStatus, readonly KycStatus[]>> = {
  NOT_STARTED: ["IN_PROGRESS"],
  IN_PROGRESS: ["IN_REVIEW", "NOT_STARTED"],
  IN_REVIEW: ["APPROVED", "REJECTED", "RESUBMISSION_REQUIRED"],
  APPROVED: ["EXPIRED"],
  REJECTED: [],
  RESUBMISSION_REQUIRED: ["IN_PROGRESS"],
  EXPIRED: ["IN_PROGRESS"],
};
const REFUSED = "creator.kyc.invalid_status";

describe("KYC-01 identity checks", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  const creatorIn = async (kycStatus: KycStatus) => {
    const creator = await world.newCreator({ kycStatus });
    const own = { creatorId: creator.creatorId };
    const fill = async () => {
      await creator.call(saveIdentityForm, { ...own, ...IDENTITY });
      await creator.call(addIdentityFile, { ...own, kind: "FRONT", document: filePart() });
    };
    if (kycStatus === "IN_PROGRESS") await fill();
    return { ...creator, own, fill, status: async () => (await creator.call(getMyProfile, {})).kycStatus };
  };
  const decide = (creatorId: string, kycStatus: KycStatus, reason?: string) =>
    world.admin.call(setKycStatus, { creatorId, kycStatus, ...(reason === undefined ? {} : { reason }) });
  const moves = async (creatorId: string) =>
    ((await world.events("creator.kyc_updated", creatorId)) as { from: string; to: string }[]).map(({ from, to }) => `${from}>${to}`);
  const countAuditLines = async (target: string) =>
    (await world.stored("audit_log", { target })).filter(({ action }) => /kyc/i.test(String(action))).length;

  const told = (to: KycStatus) => (to === "REJECTED" || to === "RESUBMISSION_REQUIRED" ? { reasons: ["OTHER"], reason: "because" } : {});
  const adminCases = KYC_STATUSES.flatMap((from) => KYC_STATUSES.map((to) => [from, to, TRANSITIONS[from].includes(to)] as const));
  it.each(adminCases)("KYC-01 lets an admin move a check from %s to %s: %p", async (from, to, allowed) => {
    const { own, userId, status } = await creatorIn(from);
    const outcome = await outcomeOf(decide(own.creatorId, to, "because"));
    expect(outcome).toBe(allowed ? "ok" : REFUSED);
    expect(await status()).toBe(allowed ? to : from);
    const events = await world.events("creator.kyc_updated", own.creatorId);
    expect(events).toEqual(allowed ? [{ creatorId: own.creatorId, userId, from, to, at: expect.any(String), ...told(to) }] : []);
    expect(await countAuditLines(own.creatorId)).toBe(allowed ? 1 : 0);
  });

  const OWNER_ACTIONS = [
    ["startKyc", startKyc, "IN_PROGRESS"],
    ["submitKyc", submitKyc, "IN_REVIEW"],
    ["abandonKyc", abandonKyc, "NOT_STARTED"],
  ] as const;
  const ownerCases = OWNER_ACTIONS.flatMap(([name, contract, to]) =>
    KYC_STATUSES.map((from) => [name, from, TRANSITIONS[from].includes(to), contract, to] as const),
  );
  it.each(ownerCases)("KYC-01 allows %s by the owner in status %s: %p", async (_name, from, allowed, contract, to) => {
    const { own, status, call } = await creatorIn(from);
    expect(await outcomeOf(call(contract as typeof abandonKyc, own))).toBe(allowed ? "ok" : REFUSED);
    expect(await status()).toBe(allowed ? to : from);
    expect(await moves(own.creatorId)).toEqual(allowed ? [`${from}>${to}`] : []);
  });

  it("KYC-01 takes a manual check through submission, resubmission, a second attempt and approval", async () => {
    const { own, call, fill } = await creatorIn("NOT_STARTED");
    const started = await call(startKyc, own);
    await fill();
    expect(started).toEqual({
      kycStatus: "IN_PROGRESS",
      session: { id: `${own.creatorId}-1`, url: null, form: expect.anything() },
      reasons: [],
      reason: null,
      changedAt: expect.any(String),
      validUntil: null,
    });
    await expect(call(submitKyc, own)).resolves.toMatchObject({ kycStatus: "IN_REVIEW", session: { id: `${own.creatorId}-1` } });
    await world.runtime.jobs.runNow("creator.follow-kyc");
    await decide(own.creatorId, "RESUBMISSION_REQUIRED", "The picture is blurred.");
    const resubmission = { kycStatus: "RESUBMISSION_REQUIRED", session: null, reason: "The picture is blurred." };
    await expect(call(getKyc, own)).resolves.toMatchObject(resubmission);
    await expect(call(startKyc, own)).resolves.toMatchObject({ session: { id: `${own.creatorId}-2` }, reason: null });
    await call(submitKyc, own);
    await decide(own.creatorId, "APPROVED", "not for the creator");
    const approved = await call(getKyc, own);
    expect(approved).toMatchObject({ kycStatus: "APPROVED", session: null, reason: null });
    expect(Date.parse(approved.validUntil ?? "") - Date.parse(approved.changedAt ?? "")).toBe(730 * DAY);
    expect((await moves(own.creatorId)).length).toBe(6);
  });

  it("KYC-01 applies the decision of the provider at the submission or in the polling job", async () => {
    world.setConfig({ "provider.kyc": "sandbox" });
    try {
      const [immediate, polled] = [await creatorIn("NOT_STARTED"), await creatorIn("NOT_STARTED")];
      await immediate.call(startKyc, immediate.own);
      await expect(immediate.call(submitKyc, immediate.own)).resolves.toMatchObject({ kycStatus: "APPROVED" });
      expect((await moves(immediate.own.creatorId)).sort()).toEqual([
        "IN_PROGRESS>IN_REVIEW",
        "IN_REVIEW>APPROVED",
        "NOT_STARTED>IN_PROGRESS",
      ]);

      await polled.call(startKyc, polled.own);
      await world.updateProfile(polled.own.creatorId, { kycStatus: "IN_REVIEW" });
      // The provider that started a check decides it, even when it is no longer the active one.
      world.setConfig({ "provider.kyc": "off" });
      await world.runtime.jobs.runNow("creator.follow-kyc");
      expect(await polled.status()).toBe("APPROVED");
    } finally {
      world.setConfig({});
    }
  });

  it("KYC-01 accepts a submission and polls the other checks while one provider is unknown", async () => {
    const [submitting, unreachable, decided] = [await creatorIn("IN_PROGRESS"), await creatorIn("IN_REVIEW"), await creatorIn("IN_REVIEW")];
    const heldBy = (provider: string) => ({ "kyc.provider": provider, "kyc.reference": "r" });
    for (const { own } of [submitting, unreachable]) await world.updateProfile(own.creatorId, heldBy("gone"));
    await world.updateProfile(decided.own.creatorId, heldBy("sandbox"));
    await expect(submitting.call(submitKyc, submitting.own)).resolves.toMatchObject({ kycStatus: "IN_REVIEW" });
    await world.runtime.jobs.runNow("creator.follow-kyc");
    expect([await submitting.status(), await unreachable.status(), await decided.status()]).toEqual(["IN_REVIEW", "IN_REVIEW", "APPROVED"]);
  });

  it("KYC-01 clears the provider's data when a check is abandoned or restarted by an admin, who then decides it", async () => {
    const [abandoned, restarted] = [await creatorIn("IN_PROGRESS"), await creatorIn("EXPIRED")];
    const providerData = { "kyc.provider": "sandbox", "kyc.reference": "r", "kyc.url": "https://kyc.example.org/r" };
    const cleared = { provider: null, reference: null, url: null };
    for (const { own } of [abandoned, restarted]) await world.updateProfile(own.creatorId, providerData);
    await abandoned.call(abandonKyc, abandoned.own);
    expect((await world.profile(abandoned.own.creatorId)).kyc).toMatchObject(cleared);
    await decide(restarted.own.creatorId, "IN_PROGRESS");
    await decide(restarted.own.creatorId, "IN_REVIEW");
    await world.runtime.jobs.runNow("creator.follow-kyc");
    expect(await restarted.status()).toBe("IN_REVIEW");
    expect((await world.profile(restarted.own.creatorId)).kyc).toMatchObject({ ...cleared, attempt: 1 });
  });

  it("KYC-01 ignores a decision about an earlier attempt", async () => {
    const { own, status } = await creatorIn("IN_REVIEW");
    const database = world.runtime.database("creator");
    const profile = (await world.profile(own.creatorId)) as unknown as CreatorProfileDoc;
    const move = (attempt: number) => {
      const kyc = { ...profile.kyc, attempt };
      const check = { ...kyc, changedAt: new Date() };
      return database.transaction((tx) => kycStore(database).updateStatus(tx, { ...profile, kyc }, "APPROVED", check));
    };
    expect([await move(profile.kyc.attempt - 1), await status()]).toEqual([false, "IN_REVIEW"]);
    expect([await move(profile.kyc.attempt), await status()]).toEqual([true, "APPROVED"]);
  });

  it("KYC-01 refuses a start without a provider with 503, and a start in the wrong status before that with 409", async () => {
    world.setConfig({ "provider.kyc": "off" });
    try {
      const approved = await creatorIn("APPROVED");
      expect(await outcomeOf(approved.call(startKyc, approved.own))).toBe(REFUSED);
      const { own, call, status } = await creatorIn("NOT_STARTED");
      await expect(call(startKyc, own)).rejects.toMatchObject({ key: "provider.error.off", code: 503 });
      expect([await status(), await moves(own.creatorId)]).toEqual(["NOT_STARTED", []]);
    } finally {
      world.setConfig({});
    }
  });

  it("KYC-01 expires approvals also behind one that fails", async () => {
    const [first, second] = [await creatorIn("IN_REVIEW"), await creatorIn("IN_REVIEW")];
    for (const { own } of [first, second]) await decide(own.creatorId, "APPROVED");
    const deps = liveDeps(world.runtime);
    const add: typeof deps.audit.add = async (tx, line) => {
      if (line.target === first.own.creatorId) throw new Error("fails each time");
      return deps.audit.add(tx, line);
    };
    world.setConfig({ "creator.kyc_valid_days": 30 });
    world.runtime.clock.advance(31 * DAY);
    await expireApprovals({ ...deps, audit: { ...deps.audit, add } });
    expect([await first.status(), await second.status()]).toEqual(["APPROVED", "EXPIRED"]);
    await expireApprovals(deps);
    expect(await first.status()).toBe("EXPIRED");
    world.runtime.clock.reset();
    world.setConfig({});
  });

  it("KYC-01 expires an approval once after creator.kyc_valid_days, and lets the creator start a new check", async () => {
    const { own, status, call } = await creatorIn("IN_REVIEW");
    const fresh = await creatorIn("IN_REVIEW");
    await decide(own.creatorId, "APPROVED");
    world.setConfig({ "creator.kyc_valid_days": 30 });
    try {
      world.runtime.clock.advance(29 * DAY);
      await decide(fresh.own.creatorId, "APPROVED");
      await world.runtime.jobs.runNow("creator.expire-kyc");
      expect(await status()).toBe("APPROVED");
      world.runtime.clock.advance(DAY);
      await Promise.all([1, 2].map(() => world.runtime.jobs.runNow("creator.expire-kyc")));
      expect([await status(), await fresh.status()]).toEqual(["EXPIRED", "APPROVED"]);
      expect((await moves(own.creatorId)).filter((move) => move === "APPROVED>EXPIRED")).toHaveLength(1);
      await expect(call(startKyc, own)).resolves.toMatchObject({ kycStatus: "IN_PROGRESS" });
    } finally {
      world.runtime.clock.reset();
      world.setConfig({});
    }
  });

  it("KYC-01 accepts one of ten parallel decisions and one of ten parallel starts", async () => {
    const [reviewed, fresh] = [await creatorIn("IN_REVIEW"), await creatorIn("NOT_STARTED")];
    const decisions = Array.from({ length: 10 }, (_, i) => decide(reviewed.own.creatorId, i % 2 ? "APPROVED" : "REJECTED"));
    const starts = Array.from({ length: 10 }, () => fresh.call(startKyc, fresh.own));
    const sortedOutcomes = async (work: readonly Promise<unknown>[]) => (await Promise.all(work.map(outcomeOf))).sort();
    const oneOfTen = [...Array(9).fill(REFUSED), "ok"];
    expect([await sortedOutcomes(decisions), await sortedOutcomes(starts)]).toEqual([oneOfTen, oneOfTen]);
    expect([await moves(reviewed.own.creatorId), await moves(fresh.own.creatorId)]).toMatchObject([{ length: 1 }, { length: 1 }]);
    expect((await fresh.call(getKyc, fresh.own)).session).toMatchObject({ id: `${fresh.own.creatorId}-1`, url: null });
  });

  it("KYC-01 LVL-01 refuses decisions of an admin about the own profile with 403", async () => {
    const { own, userId, status } = await creatorIn("IN_REVIEW");
    await world.updateProfile(own.creatorId, { creatorStatus: "SUSPENDED" });
    const self = actAs(world.broker, world.runtime, { userId, roles: ["SUPER_ADMIN"] });
    const decisions = [
      self.call(setKycStatus, { ...own, kycStatus: "APPROVED" }),
      self.call(setLevel, { ...own, level: "DIAMOND" }),
      self.call(setCreatorStatus, { ...own, creatorStatus: "ACTIVE", reason: "because" }),
    ];
    expect(await Promise.all(decisions.map(outcomeOf))).toEqual(Array(3).fill("error.forbidden"));
    expect([await status(), await world.profile(own.creatorId)]).toMatchObject([
      "IN_REVIEW",
      { level: "BRONZE", creatorStatus: "SUSPENDED" },
    ]);
    expect(await outcomeOf(decide(own.creatorId, "APPROVED"))).toBe("ok");
  });

  it("KYC-01 refuses other creators and admins without the permission with 403", async () => {
    const [mine, other] = [await creatorIn("IN_PROGRESS"), await creatorIn("IN_PROGRESS")];
    for (const creatorId of [other.own.creatorId, uuid(), "x"]) {
      const calls = [startKyc, getKyc, submitKyc, abandonKyc].map((contract) =>
        outcomeOf(mine.call(contract as typeof abandonKyc, { creatorId })),
      );
      expect(await Promise.all(calls)).toEqual(Array(4).fill("creator.error.not_owner"));
    }
    const decision = { creatorId: other.own.creatorId, kycStatus: "IN_REVIEW" } as const;
    for (const roles of [[], ["SUPPORT"], ["ANALYST"]]) {
      expect(await outcomeOf(actAs(world.broker, world.runtime, { roles }).call(setKycStatus, decision))).toBe("error.forbidden");
    }
    expect(await outcomeOf(decide(uuid(), "IN_REVIEW"))).toBe("creator.error.not_found");
    expect(await other.status()).toBe("IN_PROGRESS");
  });
});
