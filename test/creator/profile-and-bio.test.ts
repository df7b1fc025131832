import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import decodeQR from "qr/decode.js";
import {
  getBioPage,
  getMyProfile,
  getPublicBio,
  getQrCode,
  updateBioPage,
  updateDmSettings,
  updateMyProfile,
} from "#libs/contracts/creator/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

const INVALID_RANGE = "creator.error.invalid_timeout_range";

describe("the own profile", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  it("returns a new profile with the fields of spec 2.2", async () => {
    const { creatorId, userId, username, ...creator } = await world.newCreator();
    const profile = await creator.call(getMyProfile, {});
    expect(profile).toEqual({
      ...{ id: creatorId, userId, username, level: "BRONZE", kycStatus: "NOT_STARTED", creatorStatus: "ACTIVE" },
      ...{ vacationMode: false, vacationStart: null, vacationEnd: null },
      ...{ dmActive: true, dmType: "FREE", price: null, currency: "EUR" },
      ...{ headline: null, contentCategories: [], minTimeoutHours: null, maxTimeoutHours: null, autoReplyText: null },
      ...{ replyRate: null, medianReplySeconds: null, acceptedDmSince: profile.createdAt },
      ...{ totalFollowers: 0, totalMessages: 0, avgRating: 0 },
      ...{ bioPageId: expect.any(String), bioPageUrl: `https://fans.example.org/${username}` },
      ...{ createdAt: expect.any(String), updatedAt: profile.createdAt },
    });
  });

  it("updates the given fields, clears those that are null or empty, and ignores fields that a creator cannot set", async () => {
    const creator = await world.newCreator();
    const readOnly = { level: "DIAMOND", kycStatus: "APPROVED", creatorStatus: "ACTIVE", replyRate: 1, totalMessages: 9, userId: uuid() };
    const texts = { headline: " Hi ", contentCategories: [" Music", "ART", "music", "art "], autoReplyText: "Soon." };
    const changed = await creator.call(updateMyProfile, { ...texts, minTimeoutHours: 2, maxTimeoutHours: 24, ...readOnly });
    expect(changed).toMatchObject({
      ...{ headline: "Hi", contentCategories: ["music", "art"], autoReplyText: "Soon.", minTimeoutHours: 2, maxTimeoutHours: 24 },
      ...{ level: "BRONZE", kycStatus: "NOT_STARTED", replyRate: null, totalMessages: 0, userId: creator.userId },
    });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(changed.createdAt) - 1);
    const cleared = await creator.call(updateMyProfile, { headline: "", autoReplyText: null, maxTimeoutHours: null });
    expect(cleared).toMatchObject({
      headline: null,
      autoReplyText: null,
      maxTimeoutHours: null,
      minTimeoutHours: 2,
      contentCategories: ["music", "art"],
    });
    await expect(creator.call(updateMyProfile, { contentCategories: [] })).resolves.toMatchObject({ contentCategories: [] });
    await expect(creator.call(getMyProfile, {})).resolves.toMatchObject({ contentCategories: [], minTimeoutHours: 2 });
    const lines = await world.stored("audit_log", { target: creator.creatorId, action: "creator.updateMyProfile" });
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain("Soon.");
  });

  it("FLD-03 keeps one of the categories that readers cannot tell apart", async () => {
    const creator = await world.newCreator();
    const alike = ["caf\u00e9", "cafe\u0301", "caf\u00e9\u200b", "Cafe", "\u5bff\u53f8"];
    await expect(creator.call(updateMyProfile, { contentCategories: alike })).resolves.toMatchObject({
      contentCategories: ["caf\u00e9", "\u5bff\u53f8"],
    });
  });

  it.each([
    [{ headline: "x".repeat(151) }],
    [{ autoReplyText: "x".repeat(1001) }],
    [{ contentCategories: Array.from({ length: 11 }, (_, i) => `c${i}`) }],
    [{ contentCategories: [" "] }],
    [{ contentCategories: [{ $ne: null }] }],
    [{ contentCategories: "music" }],
    [{ minTimeoutHours: 0 }],
    [{ maxTimeoutHours: 721 }],
    [{ maxTimeoutHours: 1.5 }],
  ])("refuses %j with 400", async (fields) => {
    const creator = await world.newCreator();
    expect(await outcomeOf(creator.call(updateMyProfile, fields as object))).toBe("error.validation_failed");
  });

  it("refuses a shortest reply window that is longer than the longest, on both routes", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    const dm = (minTimeoutHours: number) => outcomeOf(creator.call(updateDmSettings, { creatorId, minTimeoutHours }));
    const me = (fields: object) => outcomeOf(creator.call(updateMyProfile, fields));
    expect(await me({ minTimeoutHours: 5, maxTimeoutHours: 4 })).toBe(INVALID_RANGE);
    expect(await me({ minTimeoutHours: 5, maxTimeoutHours: 5 })).toBe("ok");
    expect([await me({ minTimeoutHours: 6 }), await me({ maxTimeoutHours: 4 }), await dm(6)]).toEqual([
      INVALID_RANGE,
      INVALID_RANGE,
      INVALID_RANGE,
    ]);
    expect([await dm(5), await me({ maxTimeoutHours: null }), await dm(6)]).toEqual(["ok", "ok", "ok"]);
    await expect(world.profile(creatorId)).resolves.toMatchObject({ minTimeoutHours: 6, maxTimeoutHours: null });
  });

  it("accepts one of two parallel changes that contradict each other", async () => {
    const { creatorId, ...creator } = await world.newCreator({ minTimeoutHours: 10, maxTimeoutHours: 20 });
    const outcomes = await Promise.all([
      outcomeOf(creator.call(updateDmSettings, { creatorId, minTimeoutHours: 18 })),
      outcomeOf(creator.call(updateMyProfile, { maxTimeoutHours: 12 })),
    ]);
    expect(outcomes.sort()).toEqual([INVALID_RANGE, "ok"]);
  });

  it("sets acceptedDmSince when dmActive becomes true and clears it when it becomes false", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    const set = (dmActive: boolean) => creator.call(updateDmSettings, { creatorId, dmActive });
    const first = (await creator.call(getMyProfile, {})).acceptedDmSince;
    await expect(set(true)).resolves.toMatchObject({ acceptedDmSince: first });
    await expect(set(false)).resolves.toMatchObject({ acceptedDmSince: null });
    try {
      world.runtime.clock.advance(MINUTE);
      const { acceptedDmSince } = await set(true);
      expect(Date.parse(acceptedDmSince ?? "") - Date.parse(first ?? "")).toBeGreaterThanOrEqual(MINUTE);
      await expect(set(true)).resolves.toMatchObject({ acceptedDmSince });
    } finally {
      world.runtime.clock.reset();
    }
  });

  it("refuses a user without a profile with 404", async () => {
    await expect(world.newUser().call(updateMyProfile, { headline: "Hi" })).rejects.toMatchObject({
      key: "creator.error.profile_not_found",
      code: 404,
    });
  });
});

describe("the own bio page", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  it("BPG-01 shows visitors the changes of the owner, and hides an unpublished page", async () => {
    const { creatorId, username, ...creator } = await world.newCreator();
    const { bioPageId } = await world.profile(creatorId);
    const fresh = { id: bioPageId, creatorId, bio: "Some Body", templateId: null, published: true, embedEnabled: false };
    await expect(creator.call(getBioPage, { creatorId })).resolves.toEqual(fresh);
    const change = { bio: "x".repeat(500), templateId: "dusk", embedEnabled: true };
    await expect(creator.call(updateBioPage, { creatorId, ...change, ...{ links: 9, id: uuid() } })).resolves.toEqual({
      ...fresh,
      ...change,
    });
    const getPublicPage = () => world.admin.call(getPublicBio, { username });
    await expect(getPublicPage()).resolves.toMatchObject({ bio: change.bio, templateId: "dusk" });
    await expect(creator.call(updateBioPage, { creatorId, published: false, templateId: null })).resolves.toMatchObject({
      templateId: null,
    });
    expect(await outcomeOf(getPublicPage())).toBe("bio.error.not_found");
    await creator.call(updateBioPage, { creatorId, published: true, bio: "" });
    await expect(getPublicPage()).resolves.toMatchObject({ bio: "", templateId: null });
    await expect(world.stored("audit_log", { target: creatorId, action: "creator.updateBioPage" })).resolves.toHaveLength(3);
  });

  it.each([[{ bio: "x".repeat(501) }], [{ templateId: "x".repeat(51) }], [{ published: "yes" }], [{ embedEnabled: 1 }]])(
    "refuses %j with 400",
    async (fields) => {
      const { creatorId, ...creator } = await world.newCreator();
      expect(await outcomeOf(creator.call(updateBioPage, { creatorId, ...(fields as object) }))).toBe("error.validation_failed");
    },
  );

  it("encodes the address of the page in the QR code", async () => {
    const { creatorId, username, ...creator } = await world.newCreator();
    const { document } = await creator.call(getQrCode, { creatorId });
    expect(document).toMatchObject({ contentType: "image/svg+xml; charset=utf-8", fileName: "qr.svg" });
    expect(decodeQR(rasterized(document.text))).toBe(`https://fans.example.org/${username}`);
  });

  it("refuses foreign, unknown and malformed ids with 403", async () => {
    const [creator, other] = [await world.newCreator(), await world.newCreator()];
    for (const creatorId of [other.creatorId, uuid(), "x"]) {
      const calls = [
        creator.call(getBioPage, { creatorId }),
        creator.call(updateBioPage, { creatorId, bio: "x" }),
        creator.call(getQrCode, { creatorId }),
      ];
      for (const outcome of await Promise.all(calls.map(outcomeOf))) expect(outcome).toBe("creator.error.not_owner");
    }
    await expect(other.call(getBioPage, { creatorId: other.creatorId })).resolves.toMatchObject({ bio: "Some Body" });
  });
});

const SCALE = 8;

/** The pixels of an image of squares of one unit; each path command is relative to the square before. */
function rasterized(svg: string): { width: number; height: number; data: Uint8Array } {
  const units = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const size = units * SCALE;
  const data = new Uint8Array(size * size * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, command, args = ""] of (/ d="([^"]+)"/.exec(svg)?.[1] ?? "").matchAll(/([Mm])([-\d. ]+)/g)) {
    const [dx = 0, dy = 0] = (args.match(/-?[\d.]+/g) ?? []).map(Number);
    [x, y] = command === "M" ? [dx, dy] : [x + dx, y + dy];
    paint(data, size, x * SCALE, y * SCALE);
  }
  return { width: size, height: size, data };
}

function paint(data: Uint8Array, size: number, left: number, top: number): void {
  for (let row = top; row < top + SCALE; row++) {
    for (let column = left; column < left + SCALE; column++) data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
  }
}
