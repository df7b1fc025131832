import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { configKeys } from "#libs/config/keys/index.ts";
import { allContracts, allEvents } from "#libs/contracts/index.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import { ERROR_CODES } from "#libs/errors/codes.ts";
import { type Constellation, constellation, dataOf, type Person } from "#test/support/constellation.ts";
import { eventually } from "#test/support/eventually.ts";
import { envelopeFaults, refusalOf } from "./refusal.ts";

let system: Constellation;
let user: Person;

beforeAll(async () => {
  system = await constellation();
  user = await system.newUser();
});

afterAll(() => system.stop());

const refused = (headers: Record<string, string> = {}) =>
  user.send("POST", "/messages", { receiverId: user.userId, dmType: "FREE", content: "to myself" }, { headers });

describe("spec 7: errors", () => {
  it("ENV-04 ENV-05 a refusal by a rule has a key, and no empty field", async () => {
    const reply = await refused();
    expect([refusalOf(reply), reply.body.error.code]).toEqual(["400 message.send.error.self_message", "BUSINESS_RULE_VIOLATION"]);
    expect(envelopeFaults(reply)).toEqual([]);
    expect(Object.keys(reply.body.error).sort()).toEqual(["code", "correlationId", "i18nKey", "message"]);
  });

  it("ENV-20 the message follows Accept-Language among the twenty locales, English otherwise; the key never changes", async () => {
    const messages = new Map<string, string>();
    for (const locale of LOCALES) {
      const { body } = await refused({ "accept-language": `${locale}-XX;q=0.9, xx;q=1` });
      expect(body.error.i18nKey).toBe("message.send.error.self_message");
      messages.set(locale, body.error.message);
    }
    expect(new Set(messages.values()).size).toBe(LOCALES.length);
    for (const strange of ["xx", "", "*", ";;;,", "é", "en-US,en;q=0.5"]) {
      expect([strange, (await refused({ "accept-language": encodeURIComponent(strange) })).body.error.message]).toEqual([
        strange,
        messages.get("en"),
      ]);
    }
  });

  it("ENV-09 ENV-10 a harmless correlation id comes back in header and error, any other is replaced", async () => {
    const good = await refused({ "x-request-id": "request_1.of-2" });
    expect([good.headers.get("x-request-id"), good.body.error.correlationId]).toEqual(["request_1.of-2", "request_1.of-2"]);
    const [one, two] = [await refused(), await refused()];
    expect(one.body.error.correlationId).not.toBe(two.body.error.correlationId);
    for (const bad of ["has spaces in it", "short", "x".repeat(10_000), "<script>alert</script>", "é".repeat(10)]) {
      const reply = await refused({ "x-request-id": Buffer.from(bad, "utf8").toString("latin1") });
      const id = reply.body.error.correlationId;
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.headers.get("x-request-id")).toBe(id);
    }
  });

  it("ENV-15 a body above 256 KiB is 413 in the envelope", async () => {
    const reply = await user.send("POST", "/messages", { content: "x".repeat(300 * 1024) });
    expect([refusalOf(reply), reply.body.error.code, envelopeFaults(reply)]).toEqual([
      "413 error.payload_too_large",
      "PAYLOAD_TOO_LARGE",
      [],
    ]);
  });

  it("ENV-08 only a rejected value and a reused idempotency key are 422", () => {
    const keys = Object.entries(catalogue).filter(([, { code }]) => ERROR_CODES[code] === 422);
    expect(keys.map(([key]) => key).sort()).toEqual(["config.error.placeholder", "idempotency.error.key_reused"]);
  });

  it("ENV-08 a placeholder is 422, a wrong type 400", async () => {
    const admin = await system.admin();
    const set = (value: unknown) => admin.send("PATCH", "/admin/config/keys/siteName", { value });
    expect(refusalOf(await set("My TEST site"))).toBe("422 config.error.placeholder");
    expect((await set(7)).status).toBe(400);
  });

  it("ENV-16 a failure inside says nothing of the inside", async () => {
    const creator = await system.newCreator();
    for (const point of ["messaging.send.commit", "messaging.send.quota"]) {
      system.runtime.faults.arm({ point, mode: "error", times: 1 });
      const reply = await user.send("POST", "/messages", { receiverId: creator.userId, dmType: "FREE", content: `at ${point}` });
      expect([refusalOf(reply), reply.body.error.code, envelopeFaults(reply)]).toEqual(["500 error.internal", "INTERNAL_ERROR", []]);
      expect(JSON.stringify(reply.body)).not.toMatch(/fault|inject|stack|mongo|nats|redis|\/work|127\.0\.0\.1/i);
    }
  });

  it("ENV-23 keys, values, errors and descriptions name no vendor", () => {
    const vendors = [
      "stripe|paypal|adyen|braintree|mollie|klarna|twilio|vonage|nexmo|messagebird|sendgrid|mailgun|mailjet|postmark|sparkpost|brevo",
      "firebase|\\bfcm\\b|\\bapns\\b|onesignal|recaptcha|hcaptcha|turnstile|cloudflare|onfido|veriff|sumsub|jumio",
      "\\baws\\b|amazon|cloudinary|minio|\\bazure\\b|google|apple\\b|microsoft|okta|auth0|keycloak|nodemailer",
    ];
    const vendor = new RegExp(vendors.join("|"), "i");
    const texts = [...allContracts, ...allEvents].map((contract) => JSON.stringify(contract));
    const all = [...texts, JSON.stringify(configKeys), JSON.stringify(catalogue)];
    expect(all.flatMap((text) => vendor.exec(text)?.[0] ?? [])).toEqual([]);
  });

  it("ENV-25 a listed origin is reflected with credentials, another one is not; a preflight lists PATCH and DELETE", async () => {
    const ask = (origin: string, method = "GET") =>
      system.send(method, "/auth/me", { headers: { origin, "access-control-request-method": "PATCH" } });
    const [listed, other, preflight] = [
      await ask("https://app.example.org"),
      await ask("https://evil.example"),
      await ask("https://app.example.org", "OPTIONS"),
    ];
    expect(listed.headers.get("access-control-allow-origin")).toBe("https://app.example.org");
    expect(listed.headers.get("access-control-allow-credentials")).toBe("true");
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
    expect(preflight.status).toBeLessThan(300);
    for (const method of ["PATCH", "DELETE"]) expect(preflight.headers.get("access-control-allow-methods")).toContain(method);
  });

  it("ENV-18 with one service stopped its routes are 503 in the envelope, the others work, and it comes back", async () => {
    const service = system.broker.getLocalService("notification");
    const schema = service.schema;
    await system.broker.destroyService(service);
    const reply = await user.send("GET", "/notifications");
    expect([reply.status, reply.body.error.code, envelopeFaults(reply)]).toEqual([503, "SERVICE_UNAVAILABLE", []]);
    expect(dataOf(await user.send("GET", "/wallet"), 200)).toMatchObject({ kind: "FAN" });
    system.broker.createService(schema);
    await eventually(async () => expect((await user.send("GET", "/notifications")).status).toBe(200));
  });
});
