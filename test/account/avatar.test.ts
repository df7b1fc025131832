import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import sharp from "sharp";
import { decodePicture } from "#gateway/request/picture-body.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { refusalOf } from "../spec/refusal.ts";
import { eventually } from "../support/eventually.ts";
import { pngOf } from "../support/png.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

/** A zlib stream of so many zeros, of which one block is compressed and repeated. */
function zeros(length: number): Buffer {
  const BLOCK = 2 ** 24;
  const block = deflateRawSync(Buffer.alloc(BLOCK), { finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(Buffer.alloc(length % BLOCK));
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((length % 65_521) * 65_536 + 1);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(Math.floor(length / BLOCK)).fill(block), rest, sum]);
}

const PATH = "/auth/me/avatar";
let system: TestSystem;

beforeAll(async () => {
  // The limit of twenty uploads counts per person; each test has people of its own.
  system = await startTestSystem();
});
beforeEach(() => system.runtime.clock.reset());
afterAll(() => system.stop());

const picture = (options: { width?: number; height?: number; background?: string } = {}) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: "teal", ...options } });
const upload = (person: Person, body: Uint8Array) => person.send("PUT", PATH, body, { headers: { "content-type": "image/png" } });
const uploaded = async (person: Person, body: Uint8Array) => dataOf<{ avatarUrl: string }>(await upload(person, body), 200).avatarUrl;
const get = (url: string, headers: Record<string, string> = {}) => fetch(`${system.base}${url}`, { headers });
const bytesOf = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer());
const files = () => system.runtime.database("account").connection.collection("images");

describe("CRW-22 pictures of people", () => {
  it("CRW-22 serves 512 and 128 pixels as WebP with its headers, and 304 to a client that has it", async () => {
    const fan = await system.newUser();
    const url = await uploaded(fan, await picture().jpeg().toBuffer());
    expect(url).toMatch(/^\/api\/v1\/images\/avatars\/[0-9a-f]{64}\/512\.webp$/);
    for (const size of [512, 128]) {
      const reply = await get(url.replace("512.webp", `${size}.webp`));
      expect([reply.status, reply.headers.get("content-type"), reply.headers.get("cache-control")]).toEqual([
        200,
        "image/webp",
        "public, max-age=31536000, s-maxage=86400, immutable",
      ]);
      expect(reply.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect([reply.headers.get("x-content-type-options"), reply.headers.get("cross-origin-resource-policy")]).toEqual([
        "nosniff",
        "cross-origin",
      ]);
      expect(await sharp(await reply.arrayBuffer()).metadata()).toMatchObject({ format: "webp", width: size, height: size });
      expect((await get(url.replace("512.webp", `${size}.webp`), { "if-none-match": reply.headers.get("etag") ?? "" })).status).toBe(304);
    }
    expect((await get(url.replace("512.webp", "513.webp"))).status).toBe(404);
    expect((await get(url.replace(/[0-9a-f]{64}/, "constructor"))).status).toBe(404);
  });

  it("CRW-22 names the address in the own account, the bio page and the sessions of others", async () => {
    const [fan, creator] = await Promise.all([system.newFan("0"), system.newCreator()]);
    const message = { receiverId: creator.userId, dmType: "FREE", content: "Hello there." };
    dataOf(await fan.send("POST", "/messages", message), 201);
    const url = await uploaded(creator, await picture().webp().toBuffer());
    expect(dataOf(await creator.send("GET", "/auth/me"), 200)).toMatchObject({ avatarUrl: url });
    await eventually(async () => {
      expect(dataOf(await system.send("GET", `/bio/${creator.username}`), 200)).toMatchObject({ avatarUrl: url });
      const sessions = JSON.stringify(dataOf(await fan.send("GET", "/messages/sessions"), 200));
      expect(sessions).toContain(url);
    });
  });

  it("CRW-22 turns the picture upright, and fills the square from its middle", async () => {
    const fan = await system.newUser();
    // Left half red, right half blue; the orientation says that the left side is the top.
    const blue = await picture({ width: 200, height: 400, background: "blue" }).png().toBuffer();
    const wide = picture({ width: 400, height: 400, background: "red" }).composite([{ input: blue, left: 200, top: 0 }]);
    const url = await uploaded(fan, await wide.withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const { data } = await sharp(await bytesOf(url))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3)].map((value) => value > 128);
    expect([at(256, 20), at(256, 490)]).toEqual([
      [true, false, false],
      [false, false, true],
    ]);
  });

  it.each([
    [64, 60_000],
    [60_000, 64],
  ])(
    "CRW-22 takes a picture of %d by %d pixels that lies on its side for its middle, without a gigabyte of memory",
    async (width, height) => {
      const dot = await picture({ width: 64, height: 64, background: "red" }).png().toBuffer();
      const long = picture({ width, height, background: "blue" }).composite([{ input: dot, gravity: "centre" }]);
      const bytes = await long.withMetadata({ orientation: 6 }).png().toBuffer();
      const before = process.resourceUsage().maxRSS;
      const { large } = await decodePicture(bytes, { maxPixels: 4_000_000, maxSeconds: 5 });
      expect((process.resourceUsage().maxRSS - before) / 1_024).toBeLessThan(250);
      const { channels } = await sharp(Buffer.from(large, "base64")).stats();
      expect(channels.slice(0, 3).map(({ mean }) => mean > 128)).toEqual([true, false, false]);
    },
  );

  it("CRW-22 keeps a replaced picture for a day, and removes its files afterwards", async () => {
    const fan = await system.newUser();
    const first = await uploaded(fan, await picture().png().toBuffer());
    const second = await uploaded(fan, await picture({ background: "gold" }).png().toBuffer());
    expect([(await get(first)).status, (await get(second)).status]).toEqual([200, 200]);
    system.runtime.clock.advance(DAY + MINUTE);
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    await system.runtime.jobs.runNow("account.remove-pictures");
    expect(await files().countDocuments({ userId: fan.userId })).toBe(1);
    expect((await get(second)).status).toBe(200);
  });

  it("CRW-22 removes replaced pictures also behind one whose storage is gone", async () => {
    const fan = await system.newUser();
    await uploaded(fan, await picture().png().toBuffer());
    const old = new Date(0);
    await files().insertOne({ _id: "stored-elsewhere" as never, userId: "x", hash: "x", storage: "gone", createdAt: old, goneAt: old });
    await uploaded(fan, await picture({ background: "gold" }).png().toBuffer());
    system.runtime.clock.advance(DAY + MINUTE);
    await system.runtime.jobs.runNow("account.remove-pictures");
    expect([await files().countDocuments({ userId: fan.userId }), await files().countDocuments({ userId: "x" })]).toEqual([1, 1]);
    await files().deleteOne({ userId: "x" });
  });

  it("CRW-22 is 401 without a token, 503 while uploads are switched off, and 429 after twenty in an hour", async () => {
    const [fan, admin] = await Promise.all([system.newUser(), system.admin()]);
    const bytes = await picture({ width: 64, height: 64 }).png().toBuffer();
    expect(refusalOf(await system.send("PUT", PATH, { body: bytes }))).toBe("401 error.unauthorized");
    for (const active of [true, false]) {
      dataOf(await admin.send("PATCH", "/admin/config/kill-switches/UPLOADS", { active }), 200);
      await eventually(async () => expect(refusalOf(await upload(fan, bytes))).toBe(active ? "503 features.uploads_disabled" : "200"));
    }
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) statuses.push((await upload(fan, bytes)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});

describe("CRW-23 metadata", () => {
  it("CRW-23 serves nothing of place, camera, comment or preview", async () => {
    const fan = await system.newUser();
    const withExif = await picture()
      .withExif({ IFD0: { Make: "Canary-Camera", Artist: "Canary-Name" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Canary-Xmp</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(withExif.includes("Canary-Camera")).toBe(true);
    const url = await uploaded(fan, withExif);
    for (const size of ["512", "128"]) {
      const bytes = await bytesOf(url.replace("512.webp", `${size}.webp`));
      expect(["Canary", "Exif", "EXIF", "XMP", "GPS"].filter((word) => bytes.includes(word))).toEqual([]);
      const { exif, xmp, icc, iptc } = await sharp(bytes).metadata();
      expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });
});

describe("CRW-24 other files", () => {
  it("CRW-24 refuses what is no picture, is too large or too small, and keeps the former picture", async () => {
    const fan = await system.newUser();
    const url = await uploaded(fan, await picture().png().toBuffer());
    const jpeg = await picture().jpeg().toBuffer();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>';
    const files: Readonly<Record<string, readonly [Uint8Array, string]>> = {
      svg: [Buffer.from(svg), "400 image.error.unsupported"],
      html: [Buffer.from("<!doctype html><script>alert(1)</script>"), "400 image.error.unsupported"],
      json: [Buffer.from('{"large":"AAAA","small":"AAAA"}'), "400 image.error.unsupported"],
      empty: [Buffer.alloc(0), "400 image.error.unsupported"],
      "signature only": [Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), "400 image.error.unsupported"],
      "half a JPEG": [jpeg.subarray(0, jpeg.length / 2), "400 image.error.unsupported"],
      gif: [await picture().gif().toBuffer(), "400 image.error.unsupported"],
      tiff: [await picture().tiff().toBuffer(), "400 image.error.unsupported"],
      avif: [await picture().avif({ effort: 0 }).toBuffer(), "400 image.error.unsupported"],
      "20,000 by 20,000": [pngOf(20_000, 20_000, deflateSync(Buffer.alloc(64))), "400 image.error.too_large"],
      "one line of 25 million": [pngOf(25_000_000, 1, deflateSync(Buffer.alloc(64))), "400 image.error.too_large"],
      "63 pixels": [await picture({ width: 63 }).png().toBuffer(), "400 image.error.too_small"],
    };
    for (const [name, [body, refusal]] of Object.entries(files)) {
      expect([name, refusalOf(await upload(fan, body))]).toEqual([name, refusal]);
    }
    expect(dataOf(await fan.send("GET", "/auth/me"), 200)).toMatchObject({ avatarUrl: url });
  });

  it("CRW-24 answers a body of nine megabytes with 413, with and without an announced length", async () => {
    const fan = await system.newUser();
    const nine = new Uint8Array(9 * 1_024 * 1_024);
    expect(refusalOf(await upload(fan, nine))).toBe("413 error.payload_too_large");
    await system.setConfig("images.max_bytes", 100_000);
    const noise = await sharp({
      create: { width: 900, height: 900, channels: 3, background: "gray", noise: { type: "gaussian", mean: 128, sigma: 40 } },
    })
      .png()
      .toBuffer();
    expect(refusalOf(await upload(fan, noise))).toBe("413 error.payload_too_large");
    await system.setConfig("images.max_bytes", 8_388_608);
    expect(refusalOf(await upload(fan, noise))).toBe("200");
  });

  it("CRW-24 reads a body without an announced length to the same limit", async () => {
    const fan = await system.newUser();
    const chunked = async (chunks: readonly Uint8Array[]) => {
      const headers = { authorization: `Bearer ${fan.token}`, "content-type": "image/png" };
      const reply = await fetch(`${system.base}/api/v1${PATH}`, {
        method: "PUT",
        headers,
        body: ReadableStream.from(chunks),
        duplex: "half",
      });
      return { status: reply.status, body: await reply.json() };
    };
    const bytes = await picture().png().toBuffer();
    expect((await chunked([bytes.subarray(0, 20), bytes.subarray(20)])).status).toBe(200);
    const megabytes = Array.from({ length: 9 }, () => new Uint8Array(1_024 * 1_024));
    expect(await chunked(megabytes)).toMatchObject({ status: 413, body: { error: { code: "PAYLOAD_TOO_LARGE" } } });
    expect(await chunked([])).toMatchObject({ status: 400 });
  });

  it("CRW-24 gives a picture up whose decoding takes longer than allowed", async () => {
    // Four thousand million pixels: a fast machine decodes a thousand million of one colour in a second.
    const huge = pngOf(64_000, 64_000, zeros(64_000 * (64_000 * 3 + 1)));
    await expect(decodePicture(huge, { maxPixels: 5_000_000_000, maxSeconds: 1 })).rejects.toMatchObject({ key: "image.error.too_large" });
    // The same place decodes the next one.
    await expect(decodePicture(await picture().png().toBuffer(), { maxPixels: 1_000_000, maxSeconds: 1 })).resolves.toBeDefined();
  });
});

describe("CRW-25 owners", () => {
  it("CRW-25 gives the same bytes of two people two addresses, which end apart", async () => {
    const people = await Promise.all([system.newUser(), system.newUser(), system.newUser()]);
    const bytes = await picture().png().toBuffer();
    const urls = await Promise.all(people.map((person) => uploaded(person, bytes)));
    expect(new Set(urls).size).toBe(3);
    const statuses = async () => (await Promise.all(urls.map((url) => get(url)))).map(({ status }) => status);
    const [one, other] = people as [Person, Person, Person];
    dataOf(await one.send("DELETE", PATH), 200);
    expect(await statuses()).toEqual([404, 200, 200]);
    expect(dataOf(await one.send("GET", "/auth/me"), 200)).toMatchObject({ avatarUrl: null });
    expect((await one.send("DELETE", PATH)).status).toBe(200);

    const requests = system.runtime.database("account").connection.collection("gdpr_requests");
    dataOf(await other.send("POST", "/gdpr/delete"), 201);
    await requests.updateOne({ userId: other.userId }, { $set: { scheduledAt: system.runtime.clock.now() } });
    await system.runtime.jobs.runNow("account.purge-users");
    await eventually(async () => expect(await requests.findOne({ userId: other.userId })).toMatchObject({ status: "COMPLETED" }));
    expect(await statuses()).toEqual([404, 404, 200]);
    expect(await files().countDocuments({ userId: other.userId })).toBe(0);
  });

  it("CRW-25 lets the same picture be set again after its deletion, and survive the removal of the first files", async () => {
    const fan = await system.newUser();
    const bytes = await picture().png().toBuffer();
    const url = await uploaded(fan, bytes);
    dataOf(await fan.send("DELETE", PATH), 200);
    expect(await uploaded(fan, bytes)).toBe(url);
    await system.runtime.jobs.runNow("account.remove-pictures");
    expect([(await get(url)).status, await files().countDocuments({ userId: fan.userId })]).toEqual([200, 1]);
  });

  it("CRW-25 serves nothing that was on its way when its owner was deleted", async () => {
    const fan = await system.newUser();
    const bytes = await picture().png().toBuffer();
    const url = await uploaded(fan, bytes);
    dataOf(await fan.send("DELETE", PATH), 200);
    await system.runtime.jobs.runNow("account.remove-pictures");
    const users = system.runtime.database("account").connection.collection("users");
    // Before the gateway has learned of the end of the session.
    await users.updateOne({ _id: fan.userId as never }, { $set: { status: "DELETED" } });
    expect(refusalOf(await upload(fan, bytes))).toBe("401 error.unauthorized");
    expect([(await get(url)).status, await files().countDocuments({ userId: fan.userId })]).toEqual([404, 0]);
  });

  it("CRW-25 lets staff remove a picture with a reason, which is audited, and not their own", async () => {
    const [fan, admin] = await Promise.all([system.newUser(), system.admin()]);
    const url = await uploaded(fan, await picture().png().toBuffer());
    const path = `/admin/users/${fan.userId}/avatar`;
    expect(refusalOf(await admin.send("DELETE", path))).toBe("400 error.validation_failed");
    expect(refusalOf(await fan.send("DELETE", `${path}?reason=mine`))).toBe("403 error.forbidden");
    expect(refusalOf(await admin.send("DELETE", `/admin/users/${admin.userId}/avatar?reason=own`))).toBe("403 error.forbidden");
    expect(refusalOf(await admin.send("DELETE", "/admin/users/x/avatar?reason=none"))).toBe("404 error.user.not_found");
    dataOf(await admin.send("DELETE", `${path}?reason=A%20stranger`), 200);
    expect((await get(url)).status).toBe(404);
    const audit = system.runtime.database("account").connection.collection("audit_log");
    expect(await audit.findOne({ action: "user.avatar_removed" })).toMatchObject({ target: fan.userId, details: { reason: "A stranger" } });
  });
});
