import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { addSocial, adminVerifySocial, listSocials, removeSocial, verifySocial } from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { discover, newPlatform } from "./discovery-fixture.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

type Creator = Awaited<ReturnType<CreatorFixture["newCreator"]>>;

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterEach(() => world.runtime.clock.reset());
afterAll(() => world.stop());

const add = ({ call, creatorId }: Creator, fields: object = {}) =>
  call(addSocial, { creatorId, platform: "somewhere", handle: `h${uuid().slice(-12)}`, ...fields });
const verify = ({ call, creatorId }: Creator, socialId: string, fields: object = {}) =>
  call(verifySocial, { creatorId, socialId, ...fields });

describe("social accounts", () => {
  it("stores an account in one spelling, with a verification code", async () => {
    const creator = await world.newCreator();
    const { creatorId } = creator;
    const added = await add(creator, { platform: "somewhere", handle: "@Nova.Ｘ_1", url: "https://somewhere.example/nova" });
    expect(added).toEqual({
      ...{ id: expect.any(String), creatorId, platform: "SOMEWHERE", handle: "nova.x_1", url: "https://somewhere.example/nova" },
      ...{ verified: false, verifiedAt: null, method: null },
      ...{ code: expect.stringMatching(/^verify-[\w-]{12}$/), createdAt: expect.any(String) },
    });
    expect(await creator.call(listSocials, { creatorId })).toEqual([added]);
  });

  it("lists the creator once the account is verified; a repeated verification changes nothing", async () => {
    const [creator, platform] = [await world.newCreator(), newPlatform()];
    const { id } = await add(creator, { platform });
    expect((await discover(world, { platform })).results).toEqual([]);
    const verified = await verify(creator, id);
    expect(verified).toMatchObject({ verified: true, method: "BIO_CODE", code: null, verifiedAt: expect.any(String) });
    expect((await discover(world, { platform })).results.map((card) => card.id)).toEqual([creator.creatorId]);
    expect(await verify(creator, id, { method: "OAUTH", proof: "x" })).toEqual(verified);
    const lines = await world.stored("audit_log", { target: creator.creatorId, action: "creator.verifySocial" });
    expect(lines).toMatchObject([{ actor: creator.userId, details: { id, platform, method: "BIO_CODE" } }]);
  });

  it("removes an account, and the creator from the list", async () => {
    const [creator, platform] = [await world.newCreator(), newPlatform()];
    const { id: socialId } = await add(creator, { platform });
    await verify(creator, socialId);
    const { creatorId } = creator;
    await creator.call(removeSocial, { creatorId, socialId });
    expect((await discover(world, { platform })).results).toEqual([]);
    await expect(creator.call(removeSocial, { creatorId, socialId })).rejects.toMatchObject({ key: "creator.social.not_found" });
    await expect(verify(creator, socialId)).rejects.toMatchObject({ key: "creator.social.not_found" });
  });

  it("refuses an account that the provider does not confirm", async () => {
    const creator = await world.newCreator();
    const [one, other] = [await add(creator), await add(creator, { handle: "this.is-unproven" })];
    await expect(verify(creator, one.id, { method: "OAUTH" })).rejects.toMatchObject({ key: "creator.social.not_proven" });
    await expect(verify(creator, other.id)).rejects.toMatchObject({ key: "creator.social.not_proven" });
    await expect(verify(creator, one.id, { method: "OAUTH", proof: "token" })).resolves.toMatchObject({ method: "OAUTH" });
    await expect(verify(creator, other.id, { method: "ADMIN" })).rejects.toMatchObject({ key: "error.validation_failed" });
  });

  it("refuses verification with 503 while the provider is off", async () => {
    const creator = await world.newCreator();
    const { id } = await add(creator);
    world.setConfig({ "provider.social_proof": "off" });
    await expect(verify(creator, id)).rejects.toMatchObject({ key: "provider.error.off", code: 503 });
    world.setConfig({});
  });

  it.each([
    { platform: "no spaces" },
    { platform: "" },
    { platform: { $ne: null } },
    { handle: "a b" },
    { handle: "@" },
    { handle: "a/b" },
    { handle: "x".repeat(101) },
    { url: "http://somewhere.example/x" },
    { url: "javascript:alert(1)" },
    { url: "https://user@somewhere.example/" },
    { url: 'https://somewhere.example/"onload=' },
  ])("refuses %j", async (fields) => {
    await expect(add(await world.newCreator(), fields)).rejects.toMatchObject({ key: "error.validation_failed" });
  });

  it("adds an account once when requests race", async () => {
    const creator = await world.newCreator();
    const account = { platform: newPlatform(), handle: "nova" };
    const outcomes = await Promise.all(
      [account, { ...account, handle: "@NOVA" }, account].map((fields) => outcomeOf(add(creator, fields))),
    );
    expect(outcomes.sort()).toEqual(["creator.social.already_added", "creator.social.already_added", "ok"]);
  });

  it("keeps to twenty accounts when the last ones are added in the same millisecond", async () => {
    const creator = await world.newCreator();
    for (let number = 0; number < 17; number++) await add(creator);
    world.runtime.clock.stop();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(add(creator))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === "creator.social.limit_reached")).toHaveLength(3);
    expect(await world.stored("social_accounts", { creatorId: creator.creatorId })).toHaveLength(20);
  });

  it("lets one of four creators verify the same account", async () => {
    const account = { platform: newPlatform(), handle: "nova" };
    const rivals = await Promise.all(Array.from({ length: 4 }, () => world.newCreator()));
    const added = await Promise.all(rivals.map((rival) => add(rival, account)));
    const outcomes = await Promise.all(rivals.map((rival, index) => outcomeOf(verify(rival, added[index]?.id ?? ""))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "creator.social.taken")).toHaveLength(3);
    expect((await discover(world, { platform: account.platform })).results).toHaveLength(1);
  });

  it("refuses foreign, unknown and malformed creator ids with 403, and another creator's account with 404", async () => {
    const [creator, other] = [await world.newCreator(), await world.newCreator()];
    const { id: socialId } = await add(other);
    const refused = { key: "creator.error.not_owner", code: 403 };
    for (const creatorId of [other.creatorId, uuid(), "x", ""]) {
      await expect(creator.call(listSocials, { creatorId })).rejects.toMatchObject(refused);
      await expect(creator.call(addSocial, { creatorId, platform: "p", handle: "h" })).rejects.toMatchObject(refused);
      await expect(creator.call(verifySocial, { creatorId, socialId })).rejects.toMatchObject(refused);
      await expect(creator.call(removeSocial, { creatorId, socialId })).rejects.toMatchObject(refused);
    }
    const { creatorId } = creator;
    await expect(creator.call(verifySocial, { creatorId, socialId })).rejects.toMatchObject({ key: "creator.social.not_found", code: 404 });
    await expect(creator.call(removeSocial, { creatorId, socialId })).rejects.toMatchObject({ key: "creator.social.not_found" });
    expect(await world.stored("social_accounts", { _id: socialId })).toMatchObject([{ verified: false }]);
  });

  it("lets an admin with creators:write verify an account, with an audit line each time", async () => {
    const creator = await world.newCreator();
    const { creatorId } = creator;
    const { id: socialId } = await add(creator);
    for (const roles of [[], ["SUPPORT"], ["ANALYST"]]) {
      const other = actAs(world.broker, world.runtime, { roles });
      await expect(other.call(adminVerifySocial, { creatorId, socialId })).rejects.toMatchObject({ code: 403 });
    }
    const self = actAs(world.broker, world.runtime, { userId: creator.userId, roles: ["SUPER_ADMIN"] });
    expect(await outcomeOf(self.call(adminVerifySocial, { creatorId, socialId }))).toBe("error.forbidden");
    const verified = await world.admin.call(adminVerifySocial, { creatorId, socialId, reason: "well known" });
    expect(verified).toMatchObject({ verified: true, method: "ADMIN" });
    expect(await world.stored("audit_log", { target: creatorId, action: "creator.adminVerifySocial" })).toMatchObject([
      { actor: world.admin.userId, details: { id: socialId, method: "ADMIN", reason: "well known" } },
    ]);
    expect(await world.admin.call(adminVerifySocial, { creatorId, socialId })).toEqual(verified);
    expect(await world.stored("audit_log", { target: creatorId, action: "creator.adminVerifySocial" })).toHaveLength(2);
    await expect(world.admin.call(adminVerifySocial, { creatorId: uuid(), socialId })).rejects.toMatchObject({
      key: "creator.social.not_found",
    });
  });
});
