import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getMyProfile, KYC_STATUSES, type KycStatus, setCreatorStatus } from "#libs/contracts/creator.ts";
import { abandonKyc, getKyc, setKycStatus, startKyc, submitKyc } from "#libs/contracts/creator-kyc.ts";
import { setLevel } from "#libs/contracts/creator-level.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Tx, transactionOn } from "#libs/mongo/transaction.ts";
import type { CreatorProfile } from "#services/creator/data/creator-profile.model.ts";
import { kycStore } from "#services/creator/data/kyc.store.ts";
import { actAs, outcomeOf } from "#test/support/act-as.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

/** The edges of the identity check, written out; a pair that is not here is refused. */
const EDGES: Readonly<Record<KycStatus, readonly KycStatus[]>> = {
  NOT_STARTED: ["IN_PROGRESS"],
  IN_PROGRESS: ["IN_REVIEW", "NOT_STARTED"],
  IN_REVIEW: ["APPROVED", "REJECTED", "RESUBMISSION_REQUIRED"],
  APPROVED: ["EXPIRED"],
  REJECTED: [],
  RESUBMISSION_REQUIRED: ["IN_PROGRESS"],
  EXPIRED: ["IN_PROGRESS"],
};
const REFUSED = "creator.kyc.invalid_status";

describe("KYC-01 the identity check of a creator", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  const at = async (kycStatus: KycStatus) => {
    const creator = await world.aCreator({ kycStatus });
    const own = { creatorId: creator.creatorId };
    return { ...creator, own, status: async () => (await creator.call(getMyProfile, {})).kycStatus };
  };
  const decide = (creatorId: string, kycStatus: KycStatus, reason?: string) =>
    world.admin.call(setKycStatus, { creatorId, kycStatus, ...(reason === undefined ? {} : { reason }) });
  const moves = async (creatorId: string) =>
    ((await world.events("creator.kyc_updated", creatorId)) as { from: string; to: string }[]).map(({ from, to }) => `${from}>${to}`);
  const audited = async (target: string) => (await world.stored("audit_log", { target, action: /kyc/i })).length;

  const pairs = KYC_STATUSES.flatMap((from) => KYC_STATUSES.map((to) => [from, to, EDGES[from].includes(to)] as const));
  it.each(pairs)("KYC-01 an admin moves %s to %s: %p", async (from, to, allowed) => {
    const { own, userId, status } = await at(from);
    const outcome = await outcomeOf(decide(own.creatorId, to, "because"));
    expect(outcome).toBe(allowed ? "ok" : REFUSED);
    expect(await status()).toBe(allowed ? to : from);
    const events = await world.events("creator.kyc_updated", own.creatorId);
    expect(events).toEqual(allowed ? [{ creatorId: own.creatorId, userId, from, to, at: expect.any(String) }] : []);
    expect(await audited(own.creatorId)).toBe(allowed ? 1 : 0);
  });

  const OWN_MOVES = [
    ["startKyc", startKyc, "IN_PROGRESS"],
    ["submitKyc", submitKyc, "IN_REVIEW"],
    ["abandonKyc", abandonKyc, "NOT_STARTED"],
  ] as const;
  const owned = OWN_MOVES.flatMap(([name, contract, to]) =>
    KYC_STATUSES.map((from) => [name, from, EDGES[from].includes(to), contract, to] as const),
  );
  it.each(owned)("KYC-01 %s of the owner from %s: %p", async (_name, from, allowed, contract, to) => {
    const { own, status, call } = await at(from);
    expect(await outcomeOf(call(contract as typeof abandonKyc, own))).toBe(allowed ? "ok" : REFUSED);
    expect(await status()).toBe(allowed ? to : from);
    expect(await moves(own.creatorId)).toEqual(allowed ? [`${from}>${to}`] : []);
  });

  it("KYC-01 with the staff as provider: begun, submitted, sent back, begun again, approved", async () => {
    const { own, call } = await at("NOT_STARTED");
    const started = await call(startKyc, own);
    expect(started).toEqual({
      kycStatus: "IN_PROGRESS",
      session: { id: `${own.creatorId}-1`, url: null },
      reason: null,
      changedAt: expect.any(String),
      validUntil: null,
    });
    await expect(call(submitKyc, own)).resolves.toMatchObject({ kycStatus: "IN_REVIEW", session: { id: `${own.creatorId}-1` } });
    await world.runtime.jobs.runNow("creator.follow-kyc");
    await decide(own.creatorId, "RESUBMISSION_REQUIRED", "The picture is blurred.");
    const back = { kycStatus: "RESUBMISSION_REQUIRED", session: null, reason: "The picture is blurred." };
    await expect(call(getKyc, own)).resolves.toMatchObject(back);
    await expect(call(startKyc, own)).resolves.toMatchObject({ session: { id: `${own.creatorId}-2` }, reason: null });
    await call(submitKyc, own);
    await decide(own.creatorId, "APPROVED", "not for the creator");
    const approved = await call(getKyc, own);
    expect(approved).toMatchObject({ kycStatus: "APPROVED", session: null, reason: null });
    expect(Date.parse(approved.validUntil ?? "") - Date.parse(approved.changedAt ?? "")).toBe(730 * DAY);
    expect((await moves(own.creatorId)).length).toBe(6);
  });

  it("KYC-01 what a provider decides is taken over, through the review, at once or by the job", async () => {
    world.setConfig({ "provider.kyc": "sandbox" });
    try {
      const [fast, slow] = [await at("NOT_STARTED"), await at("NOT_STARTED")];
      await fast.call(startKyc, fast.own);
      await expect(fast.call(submitKyc, fast.own)).resolves.toMatchObject({ kycStatus: "APPROVED" });
      expect((await moves(fast.own.creatorId)).sort()).toEqual(["IN_PROGRESS>IN_REVIEW", "IN_REVIEW>APPROVED", "NOT_STARTED>IN_PROGRESS"]);

      await slow.call(startKyc, slow.own);
      await world.put(slow.own.creatorId, { kycStatus: "IN_REVIEW" });
      // The provider that began a check ends it, whoever is active now.
      world.setConfig({ "provider.kyc": "off" });
      await world.runtime.jobs.runNow("creator.follow-kyc");
      expect(await slow.status()).toBe("APPROVED");
    } finally {
      world.setConfig({});
    }
  });

  it("KYC-01 a provider that cannot be asked holds up neither who submits nor the checks of others", async () => {
    const [lost, late, fine] = [await at("IN_PROGRESS"), await at("IN_REVIEW"), await at("IN_REVIEW")];
    const heldBy = (provider: string) => ({ "kyc.provider": provider, "kyc.reference": "r" });
    for (const { own } of [lost, late]) await world.put(own.creatorId, heldBy("gone"));
    await world.put(fine.own.creatorId, heldBy("sandbox"));
    await expect(lost.call(submitKyc, lost.own)).resolves.toMatchObject({ kycStatus: "IN_REVIEW" });
    await world.runtime.jobs.runNow("creator.follow-kyc");
    expect([await lost.status(), await late.status(), await fine.status()]).toEqual(["IN_REVIEW", "IN_REVIEW", "APPROVED"]);
  });

  it("KYC-01 nothing of a check is left when it is given up, and what the staff begins the staff decides", async () => {
    const [given, taken] = [await at("IN_PROGRESS"), await at("EXPIRED")];
    const known = { "kyc.provider": "sandbox", "kyc.reference": "r", "kyc.url": "https://kyc.example.org/r" };
    const nothing = { provider: null, reference: null, url: null };
    for (const { own } of [given, taken]) await world.put(own.creatorId, known);
    await given.call(abandonKyc, given.own);
    expect((await world.profile(given.own.creatorId)).kyc).toMatchObject(nothing);
    await decide(taken.own.creatorId, "IN_PROGRESS");
    await decide(taken.own.creatorId, "IN_REVIEW");
    await world.runtime.jobs.runNow("creator.follow-kyc");
    expect(await taken.status()).toBe("IN_REVIEW");
    expect((await world.profile(taken.own.creatorId)).kyc).toMatchObject({ ...nothing, attempt: 1 });
  });

  it("KYC-01 what was decided on a former check is nothing to the next one", async () => {
    const { own, status } = await at("IN_REVIEW");
    const connection = world.runtime.database("creator");
    const profile = (await world.profile(own.creatorId)) as unknown as CreatorProfile;
    const move = (attempt: number) => {
      const kyc = { ...profile.kyc, attempt };
      const work = (tx: Tx) => kycStore(connection).move(tx, { ...profile, kyc }, "APPROVED", { ...kyc, changedAt: new Date() });
      return transactionOn(connection)(work);
    };
    expect([await move(profile.kyc.attempt - 1), await status()]).toEqual([false, "IN_REVIEW"]);
    expect([await move(profile.kyc.attempt), await status()]).toEqual([true, "APPROVED"]);
  });

  it("KYC-01 without a provider nothing begins, and who may not begin is told so first", async () => {
    world.setConfig({ "provider.kyc": "off" });
    try {
      const approved = await at("APPROVED");
      expect(await outcomeOf(approved.call(startKyc, approved.own))).toBe(REFUSED);
      const { own, call, status } = await at("NOT_STARTED");
      await expect(call(startKyc, own)).rejects.toMatchObject({ key: "provider.error.off", code: 503 });
      expect([await status(), await moves(own.creatorId)]).toEqual(["NOT_STARTED", []]);
    } finally {
      world.setConfig({});
    }
  });

  it("KYC-01 an approval ends after the days of the setting, once, and can be renewed", async () => {
    const { own, status, call } = await at("IN_REVIEW");
    const fresh = await at("IN_REVIEW");
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

  it("KYC-01 of ten parallel decisions one counts, and of ten parallel starts", async () => {
    const [reviewed, fresh] = [await at("IN_REVIEW"), await at("NOT_STARTED")];
    const decisions = Array.from({ length: 10 }, (_, i) => decide(reviewed.own.creatorId, i % 2 ? "APPROVED" : "REJECTED"));
    const starts = Array.from({ length: 10 }, () => fresh.call(startKyc, fresh.own));
    const tally = async (work: readonly Promise<unknown>[]) => (await Promise.all(work.map(outcomeOf))).sort();
    const oneOfTen = [...Array(9).fill(REFUSED), "ok"];
    expect([await tally(decisions), await tally(starts)]).toEqual([oneOfTen, oneOfTen]);
    expect([await moves(reviewed.own.creatorId), await moves(fresh.own.creatorId)]).toMatchObject([{ length: 1 }, { length: 1 }]);
    expect((await fresh.call(getKyc, fresh.own)).session).toEqual({ id: `${fresh.own.creatorId}-1`, url: null });
  });

  it("KYC-01 LVL-01 nobody of the staff decides about the own profile", async () => {
    const { own, userId, status } = await at("IN_REVIEW");
    await world.put(own.creatorId, { creatorStatus: "SUSPENDED" });
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

  it("KYC-01 nobody else starts, reads or ends a check, and only staff with the right decides", async () => {
    const [mine, other] = [await at("IN_PROGRESS"), await at("IN_PROGRESS")];
    for (const creatorId of [other.own.creatorId, uuid(), "x"]) {
      const calls = [startKyc, getKyc, submitKyc, abandonKyc].map((contract) =>
        outcomeOf(mine.call(contract as typeof abandonKyc, { creatorId })),
      );
      expect(await Promise.all(calls)).toEqual(Array(4).fill("creator.error.not_owner"));
    }
    const decision = { creatorId: other.own.creatorId, kycStatus: "IN_REVIEW" } as const;
    for (const roles of [[], ["SUPPORT"], ["FINANCE"]]) {
      expect(await outcomeOf(actAs(world.broker, world.runtime, { roles }).call(setKycStatus, decision))).toBe("error.forbidden");
    }
    expect(await outcomeOf(decide(uuid(), "IN_REVIEW"))).toBe("creator.error.not_found");
    expect(await other.status()).toBe("IN_PROGRESS");
  });
});
