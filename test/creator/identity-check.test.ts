import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { refusalOf } from "../spec/refusal.ts";
import { eventually } from "../support/eventually.ts";
import { documentPicture, fillIdentity, IDENTITY, sendFile } from "../support/identity.ts";
import { type CreatorPerson, dataOf } from "../support/test-system.ts";
import { detailsOf, type IdentityWorld, pathOf, type SentFile, startIdentityWorld } from "./identity-world.ts";

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentityWorld();
});
beforeEach(() => world.system.runtime.clock.reset());
afterAll(() => world.stop());

describe("IDC-01 the check that staff decides", () => {
  it("IDC-01 takes a form and two pictures, and names what is missing before it is submitted", async () => {
    const creator = await world.begun();
    const { session } = await world.checkOf(creator);
    expect(session?.form).toMatchObject({
      fields: ["legalName", "birthDate", "country", "address", "documentKind"],
      values: {},
      documents: { maxFiles: 4, maxBytes: 10_485_760, types: ["image/jpeg", "image/png", "image/webp", "application/pdf"], files: [] },
    });
    const nothing = await world.submit(creator);
    expect(refusalOf(nothing)).toBe("400 creator.kyc.incomplete");
    expect(detailsOf(nothing)).toContain("legalName is required");

    dataOf(await world.save(creator, { documentKind: "ID_CARD", address: { line1: "Am Markt 1" } }), 200);
    dataOf(await sendFile(creator, "FRONT", await documentPicture()), 201);
    const half = await world.submit(creator);
    expect([refusalOf(half), detailsOf(half)]).toEqual([
      "400 creator.kyc.incomplete",
      ["postalCode is required", "city is required", "BACK is required"],
    ]);
    dataOf(await world.save(creator, { documentKind: "ID_CARD" }), 200);
    dataOf(await sendFile(creator, "BACK", await documentPicture()), 201);
    expect((await world.checkOf(creator)).session?.form?.values).toEqual({ ...IDENTITY, documentKind: "ID_CARD" });
    expect(dataOf(await world.submit(creator), 200)).toMatchObject({ kycStatus: "IN_REVIEW", session: { form: null } });
    expect(refusalOf(await world.save(creator, {}))).toBe("409 creator.kyc.invalid_status");
    expect(refusalOf(await sendFile(creator, "FRONT", await documentPicture()))).toBe("409 creator.kyc.invalid_status");
  });

  it("IDC-01 refuses people of 17 years at the field, and days that do not exist", async () => {
    const creator = await world.begun();
    const now = world.system.runtime.clock.now();
    const yearsAgo = (years: number, days = 0) =>
      new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days)).toISOString().slice(0, 10);
    const young = await world.save(creator, { birthDate: yearsAgo(18, 1) });
    expect([refusalOf(young), detailsOf(young)]).toEqual(["400 creator.kyc.under_age", ["birthDate must be at least 18 years ago"]]);
    expect(refusalOf(await world.save(creator, { birthDate: yearsAgo(18) }))).toBe("200");
    for (const birthDate of ["2001-02-29", "1990-13-01", "1990-1-1", "yesterday", "0990-01-01"]) {
      expect([birthDate, refusalOf(await world.save(creator, { birthDate }))]).toEqual([birthDate, "400 error.validation_failed"]);
    }
    await world.system.setConfig("creator.min_age", 21);
    expect(refusalOf(await world.save(creator, { birthDate: yearsAgo(20) }))).toBe("400 creator.kyc.under_age");
    await world.system.setConfig("creator.min_age", 18);
  });

  it("IDC-01 keeps one file of each kind: a new one replaces it, a removed one is missing again, a foreign one stays", async () => {
    const [creator, other] = [await world.begun(), await world.begun()];
    dataOf(await world.save(creator, {}), 200);
    const first = dataOf<SentFile>(await sendFile(creator, "FRONT", await documentPicture()), 201);
    const second = dataOf<SentFile>(await sendFile(creator, "FRONT", await documentPicture("gold")), 201);
    const files = (await world.checkOf(creator)).session?.form?.documents.files ?? [];
    expect(files.map(({ documentId }) => documentId)).toEqual([second.documentId]);
    const remove = (by: CreatorPerson, id: string) => by.send("DELETE", `${pathOf(by)}/documents/${id}`);
    expect(refusalOf(await remove(other, second.documentId))).toBe("404 creator.kyc.file_not_found");
    expect(refusalOf(await remove(creator, first.documentId))).toBe("404 creator.kyc.file_not_found");
    dataOf(await remove(creator, second.documentId), 200);
    expect(detailsOf(await world.submit(creator))).toEqual(["FRONT is required"]);
    await world.system.runtime.jobs.runNow("creator.remove-identity-files");
    expect(await world.rows("identity_files").countDocuments({ creatorId: creator.creatorId })).toBe(0);
    expect(refusalOf(await sendFile(creator, "PHOTO", await documentPicture()))).toBe("400 error.validation_failed");
    expect(refusalOf(await other.send("PUT", `${pathOf(creator)}/form`, IDENTITY))).toBe("403 creator.error.not_owner");
  });

  it("IDC-01 removes the files that are gone also behind one whose storage is gone", async () => {
    const creator = await world.begun();
    await fillIdentity(creator);
    const elsewhere = { userId: "x", creatorId: "x", kind: "FRONT", contentType: "image/png", bytes: 1, parts: 1, storage: "gone" };
    await world.rows("identity_files").insertOne({ _id: "stored-elsewhere" as never, ...elsewhere, sentAt: null, goneAt: new Date(0) });
    dataOf(await creator.send("DELETE", pathOf(creator)), 200);
    await world.system.runtime.jobs.runNow("creator.remove-identity-files");
    expect(await world.rows("identity_files").countDocuments({ creatorId: creator.creatorId })).toBe(0);
    await world.rows("identity_files").deleteOne({ userId: "x" });
  });

  it("IDC-01 leaves nothing of a check that was stopped", async () => {
    const creator = await world.begun();
    await fillIdentity(creator);
    dataOf(await creator.send("DELETE", pathOf(creator)), 200);
    await world.system.runtime.jobs.runNow("creator.remove-identity-files");
    expect(await world.rows("identity_files").countDocuments({ creatorId: creator.creatorId })).toBe(0);
    expect(await world.rows("identity_forms").countDocuments({ userId: creator.userId })).toBe(0);
  });

  it("IDC-01 lists those who wait longest first, page by page", async () => {
    const creators = [await world.submitted(), await world.submitted(), await world.submitted()];
    const mine = new Set(creators.map(({ creatorId }) => creatorId));
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = new URLSearchParams({ kycStatus: "IN_REVIEW", sort: "oldest", limit: "2", ...(cursor && { cursor }) });
      const page: { results: { creatorId: string }[]; nextCursor: string | null } = dataOf(
        await world.admin.send("GET", `/admin/creators?${query}`),
        200,
      );
      seen.push(...page.results.map(({ creatorId }) => creatorId));
      cursor = page.nextCursor;
    }
    expect(seen.filter((creatorId) => mine.has(creatorId))).toEqual(creators.map(({ creatorId }) => creatorId));
    expect(new Set(seen).size).toBe(seen.length);
    expect(dataOf(await world.admin.send("GET", "/admin/creators?cursor=nonsense"), 200)).toMatchObject({ results: [], hasMore: false });
  });
});

describe("IDC-04 the decision", () => {
  it("IDC-04 sends a check back with two reasons and words; the creator sends one file again and is approved", async () => {
    const creator = await world.submitted();
    const sentBack = {
      kycStatus: "RESUBMISSION_REQUIRED",
      reasons: ["DOCUMENT_UNREADABLE", "NAME_MISMATCH"],
      reason: "The name is cut off.",
    };
    dataOf(await world.decide(creator, sentBack), 200);
    expect(await world.checkOf(creator)).toMatchObject({ ...sentBack, session: null });
    dataOf(await creator.send("POST", pathOf(creator)), 201);
    const restarted = await world.checkOf(creator);
    expect(restarted).toMatchObject({ reasons: [], session: { form: { values: IDENTITY } } });
    expect(restarted.session?.form?.documents.files).toHaveLength(1);
    dataOf(await sendFile(creator, "FRONT", await documentPicture("gold")), 201);
    dataOf(await world.submit(creator), 200);
    dataOf(await world.decide(creator, { kycStatus: "APPROVED", reasons: ["OTHER"] }), 200);
    expect(await world.checkOf(creator)).toMatchObject({ kycStatus: "APPROVED", reasons: [], reason: null });
  });

  it("IDC-04 gives a refusal without a reason the reason OTHER, and refuses unknown ones", async () => {
    const creator = await world.submitted();
    expect(refusalOf(await world.decide(creator, { kycStatus: "REJECTED", reasons: ["BAD_MOOD"] }))).toBe("400 error.validation_failed");
    dataOf(await world.decide(creator, { kycStatus: "REJECTED" }), 200);
    expect(await world.checkOf(creator)).toMatchObject({ kycStatus: "REJECTED", reasons: ["OTHER"] });
  });

  it("IDC-04 lets nobody decide about, or look at, their own check", async () => {
    const creator = await world.submitted();
    const [file] = await world.filesOf(creator);
    await world.system.runtime
      .database("account")
      .connection.collection("users")
      .updateOne({ _id: creator.userId as never }, { $set: { roles: ["ADMIN"] } });
    const self = await world.system.signIn(creator.email, creator.password);
    expect(refusalOf(await world.decide(creator, { kycStatus: "APPROVED" }, self))).toBe("403 error.forbidden");
    expect(refusalOf(await self.send("GET", `/admin${pathOf(creator)}`))).toBe("403 error.forbidden");
    expect((await world.bytesOf(creator, (file as SentFile).documentId, self)).status).toBe(403);
  });

  it("IDC-04 tells the creator the reasons and the words in a notice", async () => {
    const creator = await world.submitted();
    dataOf(
      await world.decide(creator, {
        kycStatus: "RESUBMISSION_REQUIRED",
        reasons: ["DOCUMENT_EXPIRED", "WRONG_DOCUMENT"],
        reason: "It ended in May.",
      }),
      200,
    );
    await eventually(async () => {
      const { items } = dataOf<{ items: { eventKey: string; body: string }[] }>(await creator.send("GET", "/notifications"), 200);
      const notice = items.find(({ eventKey }) => eventKey === "kyc_updated");
      for (const part of ["has expired", "not the document that we need", "It ended in May."]) expect(notice?.body).toContain(part);
    });
  });
});

describe("IDC-05 the end of files and fields", () => {
  it("IDC-05 erases files 90 days after the decision, and not while they wait for it", async () => {
    const [waiting, decided] = [await world.submitted(), await world.submitted()];
    dataOf(await world.decide(decided, { kycStatus: "APPROVED" }), 200);
    const left = async () => {
      await world.system.runtime.jobs.runNow("creator.remove-identity-files");
      return Promise.all([waiting, decided].map(({ creatorId }) => world.rows("identity_files").countDocuments({ creatorId })));
    };
    world.system.runtime.clock.advance(89 * DAY);
    expect(await left()).toEqual([1, 1]);
    const [file] = await world.rows("identity_files").find({ creatorId: decided.creatorId }).toArray();
    world.system.runtime.clock.advance(DAY + MINUTE);
    expect(await left()).toEqual([1, 0]);
    expect(await world.storage.get(`identity/${file?._id}/0`)).toBeNull();
    expect(await world.rows("identity_forms").countDocuments({ userId: decided.userId })).toBe(1);
  });

  it("IDC-05 erases files with the account, and fields unless they were approved", async () => {
    const [approved, draft] = [await world.submitted(), await world.begun()];
    await fillIdentity(draft);
    dataOf(await world.decide(approved, { kycStatus: "APPROVED" }), 200);
    const sent = await world
      .rows("identity_files")
      .find({ creatorId: { $in: [approved.creatorId, draft.creatorId] } })
      .toArray();
    expect(sent).toHaveLength(2);
    const requests = world.system.runtime.database("account").connection.collection("gdpr_requests");
    for (const { userId, send } of [approved, draft]) {
      dataOf(await send("POST", "/gdpr/delete"), 201);
      await requests.updateOne({ userId }, { $set: { scheduledAt: world.system.runtime.clock.now() } });
    }
    await world.system.runtime.jobs.runNow("account.purge-users");
    const userId = { $in: [approved.userId, draft.userId] };
    await eventually(async () => expect(await requests.countDocuments({ userId, status: "COMPLETED" })).toBe(2));
    expect(await world.rows("identity_files").countDocuments({ userId })).toBe(0);
    for (const { _id } of sent) expect(await world.storage.get(`identity/${_id}/0`)).toBeNull();
    expect((await world.rows("identity_forms").find({ userId }).toArray()).map((form) => form.userId)).toEqual([approved.userId]);
  });
});
