import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { getDmSettings, getMyProfile, updateDmSettings } from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

describe("message settings", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  const packages = async (creatorId: string) =>
    (await world.stored("dm_packages", { creatorId })).sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1));
  const dmSettings = (userId: string) => call(world.broker, getDmSettings, { userId });

  it("returns free messages for a new creator, and exists false for a user without a profile", async () => {
    const { userId, creatorId } = await world.newCreator();
    await expect(dmSettings(userId)).resolves.toEqual({
      exists: true,
      creatorId,
      creatorStatus: "ACTIVE",
      dmActive: true,
      vacationMode: false,
      dmType: "FREE",
      packagePrice: null,
      minTimeoutHours: null,
      maxTimeoutHours: null,
      level: "BRONZE",
    });
    await expect(dmSettings(uuid())).resolves.toMatchObject({ exists: false, dmActive: false, creatorId: null });
    await expect(world.newUser().call(getMyProfile, {})).rejects.toMatchObject({ key: "creator.error.profile_not_found", code: 404 });
  });

  it("stores a paid type with its price as the active package", async () => {
    const { creatorId, userId, ...creator } = await world.newCreator();
    const profile = await creator.call(updateDmSettings, {
      creatorId,
      dmType: "SINGLE_PAY",
      price: "5",
      title: "One answer",
      minTimeoutHours: 12,
    });
    expect(profile).toMatchObject({ dmType: "SINGLE_PAY", price: "5.00", currency: "EUR", minTimeoutHours: 12 });
    await expect(creator.call(getMyProfile, {})).resolves.toEqual(profile);
    await expect(dmSettings(userId)).resolves.toMatchObject({ dmType: "SINGLE_PAY", packagePrice: "5.00", minTimeoutHours: 12 });
    await expect(packages(creatorId)).resolves.toMatchObject([{ active: true, price: 500n, dmType: "SINGLE_PAY", title: "One answer" }]);
  });

  it("FLD-03 a title of spaces clears the title of the package", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    await creator.call(updateDmSettings, { creatorId, dmType: "PER_MESSAGE", price: "5", title: "One answer" });
    await creator.call(updateDmSettings, { creatorId, title: " \u00a0 " });
    await expect(packages(creatorId)).resolves.toMatchObject([
      { title: "One answer", active: false },
      { title: null, active: true },
    ]);
  });

  it("refuses a paid type without a price and changes nothing", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    await expect(creator.call(updateDmSettings, { creatorId, dmType: "PER_MESSAGE", dmActive: false })).rejects.toMatchObject({
      key: "creator.dm.price_required",
      code: 400,
    });
    await expect(world.profile(creatorId)).resolves.toMatchObject({ dmType: "FREE", dmActive: true });
    await expect(packages(creatorId)).resolves.toEqual([]);
  });

  it.each([
    ["0.49", false],
    ["0.50", true],
    ["10000.00", true],
    ["10000.01", false],
    ["0", false],
  ])("accepts a price of %s between the bounds of the settings: %p", async (price, accepted) => {
    const { creatorId, ...creator } = await world.newCreator();
    const outcome = creator.call(updateDmSettings, { creatorId, dmType: "SINGLE_PAY", price });
    if (accepted) await expect(outcome).resolves.toMatchObject({ dmType: "SINGLE_PAY" });
    else
      await expect(outcome).rejects.toMatchObject({ key: "creator.dm.price_out_of_range", vars: { minimum: "0.50", maximum: "10000.00" } });
  });

  it.each(["5,00", "-1", "1.234", "1e3", " 5", "٥"])("refuses the malformed price %p with 400", async (price) => {
    const { creatorId, ...creator } = await world.newCreator();
    await expect(creator.call(updateDmSettings, { creatorId, dmType: "SINGLE_PAY", price })).rejects.toMatchObject({
      key: "error.validation_failed",
    });
  });

  it("replaces the package for a new price, keeps the old one as history, and changes nothing for the same offer", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    for (const price of ["5.00", "5", "7.50"]) await creator.call(updateDmSettings, { creatorId, dmType: "SINGLE_PAY", price });
    await expect(packages(creatorId)).resolves.toMatchObject([
      { price: 500n, active: false, endedAt: expect.any(Date) },
      { price: 750n, active: true, endedAt: null },
    ]);
  });

  it("keeps the price when only the paid type changes, and ends the package with FREE", async () => {
    const { creatorId, userId, ...creator } = await world.newCreator();
    await creator.call(updateDmSettings, { creatorId, dmType: "SINGLE_PAY", price: "5.00" });
    await expect(creator.call(updateDmSettings, { creatorId, dmType: "PER_MESSAGE" })).resolves.toMatchObject({ price: "5.00" });
    await expect(creator.call(updateDmSettings, { creatorId, dmType: "FREE" })).resolves.toMatchObject({ price: null });
    await expect(dmSettings(userId)).resolves.toMatchObject({ dmType: "FREE", packagePrice: null });
    await expect(packages(creatorId)).resolves.toMatchObject([{ active: false }, { active: false }]);
    await expect(outcomeOf(creator.call(updateDmSettings, { creatorId, dmType: "SINGLE_PAY" }))).resolves.toBe("creator.dm.price_required");
  });

  it("leaves one active package after ten parallel price changes", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    const changes = Array.from({ length: 10 }, (_, i) =>
      creator.call(updateDmSettings, { creatorId, dmType: "SINGLE_PAY", price: `${i + 1}.00` }),
    );
    expect(await Promise.all(changes.map(outcomeOf))).toEqual(Array(10).fill("ok"));
    const all = await packages(creatorId);
    expect(all).toHaveLength(10);
    expect(all.filter(({ active }) => active)).toHaveLength(1);
  });

  it("refuses foreign, unknown and malformed ids with 403", async () => {
    const [creator, other] = [await world.newCreator(), await world.newCreator()];
    for (const creatorId of [other.creatorId, uuid(), "x"]) {
      await expect(creator.call(updateDmSettings, { creatorId, dmActive: false })).rejects.toMatchObject({
        key: "creator.error.not_owner",
        code: 403,
      });
    }
    await expect(world.profile(other.creatorId)).resolves.toMatchObject({ dmActive: true });
  });
});
