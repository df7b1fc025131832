import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import sharp from "sharp";
import { refusalOf } from "../spec/refusal.ts";
import { eventually } from "../support/eventually.ts";
import { documentPicture, fillIdentity, IDENTITY, sendFile } from "../support/identity.ts";
import { pdfOf } from "../support/pdf.ts";
import { pngOf } from "../support/png.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type IdentityWorld, pathOf, type SentFile, startIdentityWorld } from "./identity-world.ts";

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentityWorld();
});
beforeEach(() => world.system.runtime.clock.reset());
afterAll(() => world.stop());

describe("IDC-03 files", () => {
  it("IDC-03 keeps nothing of a picture but its pixels, and nothing that can be read at rest", async () => {
    const creator = await world.begun();
    const withExif = await sharp(await documentPicture())
      .withExif({ IFD0: { Make: "Canary-Camera" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .jpeg()
      .toBuffer();
    const { documentId } = dataOf<SentFile>(await sendFile(creator, "FRONT", withExif), 201);
    const { headers, bytes } = await world.bytesOf(creator, documentId);
    expect([headers.get("content-type"), headers.get("cache-control"), headers.get("content-security-policy")]).toEqual([
      "image/webp",
      "no-store",
      "default-src 'none'; sandbox",
    ]);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 300, height: 200 });
    expect(["Canary", "Exif", "GPS"].filter((word) => bytes.includes(word))).toEqual([]);

    dataOf(await world.save(creator, { legalName: "Canary-Person" }), 200);
    const stored = await world.storage.get(`identity/${documentId}/0`);
    const form = await world.rows("identity_forms").findOne({ userId: creator.userId });
    expect(stored && Buffer.from(stored).includes("WEBP")).toBe(false);
    expect(JSON.stringify(form)).not.toContain("Canary");
  });

  it("IDC-03 refuses scripts, disguises and what is too large, and keeps the file before", async () => {
    const creator = await world.begun();
    const { documentId } = dataOf<SentFile>(await sendFile(creator, "FRONT", await documentPicture()), 201);
    const hidden = (content: string, dictionary = "") =>
      pdfOf({ objects: [`<<${dictionary}/Type/ObjStm/Filter/FlateDecode>>`], stream: deflateSync(content) });
    const files: Readonly<Record<string, readonly [Uint8Array, string]>> = {
      "PDF with a script": [pdfOf({ objects: ["<</S/JavaScript/JS(app.alert(1))>>"] }), "400 document.error.unsafe"],
      "PDF with an escaped script": [pdfOf({ objects: ["<</S/Java#53cript/JS(1)>>"] }), "400 document.error.unsafe"],
      "PDF with a script in a stream": [hidden("1 0 <</S/JavaScript/JS(1)>>"), "400 document.error.unsafe"],
      "PDF with objects behind a predictor": [hidden("1 0 <<>>", "/DecodeParms<</Predictor 12>>"), "400 document.error.unsafe"],
      "PDF with wrapped objects": [pdfOf({ objects: ["<</Filter[/ASCIIHexDecode/FlateDecode]>>"] }), "400 document.error.unsafe"],
      "PDF with a program": [pdfOf({ objects: ["<</S/Launch/F(a.exe)>>"] }), "400 document.error.unsafe"],
      "PDF with a file": [pdfOf({ objects: ["<</Type/EmbeddedFile>>"] }), "400 document.error.unsafe"],
      "encrypted PDF": [pdfOf({ objects: ["<</Encrypt 9 0 R>>"] }), "400 document.error.unsafe"],
      "PDF with a deflated stream that breaks": [pdfOf({ stream: Buffer.from([0x78, 0x9c, 0x07, 0xff]) }), "400 document.error.unsafe"],
      "PDF that inflates to a gigabyte": [pdfOf({ stream: deflateSync(Buffer.alloc(100_000_000)) }), "400 document.error.unsafe"],
      "PDF of 21 pages": [pdfOf({ pages: 21 }), "400 document.error.too_long"],
      "PDF without a page": [pdfOf({ pages: 0 }), "400 document.error.unsupported"],
      "half a PDF": [Buffer.from("%PDF-1.7\n1 0 obj"), "400 document.error.unsupported"],
      html: [Buffer.from("<!doctype html><script>alert(1)</script>"), "400 document.error.unsupported"],
      svg: [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'), "400 document.error.unsupported"],
      empty: [Buffer.alloc(0), "400 document.error.unsupported"],
      "20,000 by 20,000": [pngOf(20_000, 20_000, deflateSync(Buffer.alloc(64))), "400 image.error.too_large"],
      "eleven megabytes": [Buffer.alloc(11 * 1_024 * 1_024), "413 error.payload_too_large"],
    };
    for (const [name, [body, refusal]] of Object.entries(files)) {
      expect([name, refusalOf(await sendFile(creator, "FRONT", body))]).toEqual([name, refusal]);
    }
    expect((await world.filesOf(creator)).map((file) => file.documentId)).toEqual([documentId]);
  });

  it("IDC-03 keeps a PDF of nearly ten megabytes as it is, in sealed parts that only their own place opens", async () => {
    const creator = await world.begun();
    const pdf = pdfOf({ pages: 20, padding: 10_000_000 });
    const { documentId } = dataOf<SentFile>(await sendFile(creator, "EXTRACT", pdf), 201);
    const answer = await world.bytesOf(creator, documentId);
    expect([answer.status, answer.headers.get("content-type"), answer.bytes.equals(pdf)]).toEqual([200, "application/pdf", true]);
    const [first, second] = [`identity/${documentId}/0`, `identity/${documentId}/1`];
    await world.storage.put(second, (await world.storage.get(first)) as Uint8Array);
    expect((await world.bytesOf(creator, documentId)).status).toBe(500);
  });
});

describe("IDC-02 who sees", () => {
  it("IDC-02 shows fields and files to staff that may review, audits each look, and refuses all others", async () => {
    const creator = await world.submitted();
    const [file] = await world.filesOf(creator);
    const { documentId } = file as SentFile;
    const looks = () =>
      world.system.runtime
        .database("creator")
        .connection.collection("audit_log")
        .countDocuments({ target: creator.creatorId, action: { $in: ["creator.getIdentityCheck", "creator.getIdentityFile"] } });
    const before = await looks();
    for (const role of ["FINANCE", "MODERATOR", "ADMIN"])
      expect((await world.bytesOf(creator, documentId, await world.staff(role))).status).toBe(200);
    expect(await looks()).toBe(before + 3);
    const fan = await world.system.newUser();
    const [support, analyst, editor] = await Promise.all(["SUPPORT", "ANALYST", "EDITOR"].map((role) => world.staff(role)));
    for (const by of [creator, fan, support, analyst, editor] as Person[]) {
      expect((await world.bytesOf(creator, documentId, by)).status).toBe(403);
      expect(refusalOf(await by.send("GET", `/admin${pathOf(creator)}`))).toBe("403 error.forbidden");
    }
    for (const by of [creator, fan, editor] as Person[]) {
      expect(refusalOf(await by.send("GET", "/admin/creators"))).toBe("403 error.forbidden");
    }
    for (const by of [support, analyst] as Person[]) {
      const seen = [
        await by.send("GET", "/admin/creators?kycStatus=IN_REVIEW"),
        await by.send("GET", `/admin/creators/${creator.creatorId}`),
      ];
      const text = JSON.stringify(seen.map((reply) => dataOf<object>(reply, 200)));
      expect(text).toContain(creator.creatorId);
      for (const secret of [documentId, IDENTITY.legalName, IDENTITY.birthDate]) expect(text).not.toContain(secret);
    }
    expect(await looks()).toBe(before + 3);
    const other = await world.submitted();
    expect((await world.bytesOf(other, documentId)).status).toBe(404);
    expect((await world.bytesOf(creator, "x")).status).toBe(404);
  });

  it("IDC-02 leaves no field and no byte in facts, audit and the export of another person; the own export has the fields", async () => {
    const creator = await world.begun();
    await fillIdentity(creator);
    dataOf(await world.save(creator, { legalName: "Canary Person", address: { ...IDENTITY.address, line1: "Canary street" } }), 200);
    dataOf(await world.submit(creator), 200);
    const everything = await Promise.all(["outbox", "audit_log", "creator_profiles"].map((name) => world.rows(name).find().toArray()));
    expect(JSON.stringify(everything)).not.toContain("Canary");
    const exportOf = async (person: Person) => {
      const { requestId } = dataOf<{ requestId: string }>(await person.send("POST", "/gdpr/export"), 202);
      let text = "";
      await eventually(async () => {
        await world.system.runtime.jobs.runNow("account.export-users");
        const reply = await person.send("GET", `/gdpr/export/${requestId}`);
        expect(reply.status).toBe(200);
        text = JSON.stringify(reply.body);
      });
      return text;
    };
    expect(await exportOf(creator)).toContain("Canary Person");
    expect(await exportOf(world.admin)).not.toContain("Canary");
  });
});
