import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { allContracts, allEvents } from "#libs/contracts/index.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import { ERROR_CODES } from "#libs/errors/codes.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { configKeys } from "#libs/platform/config/keys/index.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { envelopeFaults, refusalOf } from "./refusal.ts";

let system: TestSystem;
let user: Person;

beforeAll(async () => {
  system = await startTestSystem();
  user = await system.newUser();
});

afterAll(() => system.stop());

const withKey = () => ({ headers: { "idempotency-key": uuid() } });
const sendToSelf = (headers: Record<string, string> = {}) =>
  user.send("POST", "/messages", { receiverId: user.userId, dmType: "FREE", content: "to myself" }, { headers });

describe("spec 7: errors", () => {
  it("ENV-04 ENV-05 an error of a business rule has a key, and no empty fields", async () => {
    const reply = await sendToSelf();
    expect([refusalOf(reply), reply.body.error.code]).toEqual(["400 message.send.error.self_message", "BUSINESS_RULE_VIOLATION"]);
    expect(envelopeFaults(reply)).toEqual([]);
    expect(Object.keys(reply.body.error).sort()).toEqual(["code", "correlationId", "i18nKey", "message"]);
  });

  it("ENV-20 the message is in the locale of Accept-Language, else in English; the key is the same in all twenty", async () => {
    const messages = new Map<string, string>();
    for (const locale of LOCALES) {
      const { body } = await sendToSelf({ "accept-language": `${locale}-XX;q=0.9, xx;q=1` });
      expect(body.error.i18nKey).toBe("message.send.error.self_message");
      messages.set(locale, body.error.message);
    }
    expect(new Set(messages.values()).size).toBe(LOCALES.length);
    for (const unknown of ["xx", "", "*", ";;;,", "é", "en-US,en;q=0.5"]) {
      expect([unknown, (await sendToSelf({ "accept-language": encodeURIComponent(unknown) })).body.error.message]).toEqual([
        unknown,
        messages.get("en"),
      ]);
    }
  });

  it("ENV-27 an id that is longer than any id is answered like every unknown id", async () => {
    const long = "x".repeat(300);
    const [creator, admin] = [await system.newCreator(), await system.admin()];
    const refusals: [string, Promise<Reply>][] = [
      ["400 message.send.error.creator_unavailable", user.send("POST", "/messages/quote", { receiverId: long })],
      ["404 message.error.not_found", user.send("GET", `/messages/${long}`)],
      ["403 payout.error.kyc_required", creator.send("POST", "/payouts", { amount: "20.00", methodId: long }, withKey())],
      ["404 config.error.audit_entry_not_found", admin.send("POST", "/admin/config/rollback", { auditId: long })],
      ["404 payment.wallet.not_found", admin.send("POST", "/admin/ledger/adjustments", { userId: long, amount: "1.00", reason: "x" })],
      ["400 creator.link.invalid_order", creator.send("PUT", `/creators/${creator.creatorId}/links/order`, { order: [long] })],
    ];
    for (const [refusal, reply] of refusals) expect(refusalOf(await reply)).toBe(refusal);
    expect((await user.send("PUT", `/blocks/${long}`)).body).toEqual({ success: true });
    expect((await user.send("DELETE", `/blocks/${long}`)).body).toEqual({ success: true });
    for (const [reader, path] of [
      [user, "/blocks"],
      [user, `/messages?sessionId=${long}`],
      [admin, `/admin/audit?actor=${long}`],
      [admin, `/admin/config/audit-log?changedBy=${long}`],
      [admin, `/admin/gdpr/requests?userId=${long}`],
    ] as const) {
      expect([path, dataOf<{ items: unknown[] }>(await reader.send("GET", path), 200).items]).toEqual([path, []]);
    }
  });

  it("ENV-09 ENV-10 a valid correlation id is in the header and the error, an invalid one is replaced", async () => {
    const good = await sendToSelf({ "x-request-id": "request_1.of-2" });
    expect([good.headers.get("x-request-id"), good.body.error.correlationId]).toEqual(["request_1.of-2", "request_1.of-2"]);
    const [first, second] = [await sendToSelf(), await sendToSelf()];
    expect(first.body.error.correlationId).not.toBe(second.body.error.correlationId);
    for (const bad of ["has spaces in it", "short", "x".repeat(10_000), "<script>alert</script>", "é".repeat(10)]) {
      const reply = await sendToSelf({ "x-request-id": Buffer.from(bad, "utf8").toString("latin1") });
      const id = reply.body.error.correlationId;
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.headers.get("x-request-id")).toBe(id);
    }
  });

  it("ENV-15 a body of more than 256 KiB is 413 in the envelope", async () => {
    const reply = await user.send("POST", "/messages", { content: "x".repeat(300 * 1024) });
    expect([refusalOf(reply), reply.body.error.code, envelopeFaults(reply)]).toEqual([
      "413 error.payload_too_large",
      "PAYLOAD_TOO_LARGE",
      [],
    ]);
  });

  it("ENV-08 only a placeholder and a reused idempotency key are 422", () => {
    const keys = Object.entries(catalogue).filter(([, { code }]) => ERROR_CODES[code] === 422);
    expect(keys.map(([key]) => key).sort()).toEqual(["config.error.placeholder", "idempotency.error.key_reused"]);
  });

  it("ENV-08 a placeholder is 422, a wrong type 400", async () => {
    const admin = await system.admin();
    const set = (value: unknown) => admin.send("PATCH", "/admin/config/keys/siteName", { value });
    expect(refusalOf(await set("My TEST site"))).toBe("422 config.error.placeholder");
    expect((await set(7)).status).toBe(400);
  });

  it("ENV-16 an unexpected error is 500 and reveals nothing", async () => {
    const creator = await system.newCreator();
    for (const point of ["messaging.send.commit", "messaging.send.quota"]) {
      system.runtime.faults.arm({ point, mode: "error", times: 1 });
      const reply = await user.send("POST", "/messages", { receiverId: creator.userId, dmType: "FREE", content: `at ${point}` });
      expect([refusalOf(reply), reply.body.error.code, envelopeFaults(reply)]).toEqual(["500 error.internal", "INTERNAL_ERROR", []]);
      expect(JSON.stringify(reply.body)).not.toMatch(/fault|inject|stack|mongo|nats|redis|\/work|127\.0\.0\.1/i);
    }
  });

  it("ENV-23 contracts, settings and errors name no vendor", () => {
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

  it("ENV-25 a listed origin may send credentials, another one may not; a preflight lists PATCH and DELETE", async () => {
    const call = (origin: string, method = "GET") =>
      system.send(method, "/auth/me", { headers: { origin, "access-control-request-method": "PATCH" } });
    const [listed, other, preflight] = [
      await call("https://app.example.org"),
      await call("https://evil.example"),
      await call("https://app.example.org", "OPTIONS"),
    ];
    expect(listed.headers.get("access-control-allow-origin")).toBe("https://app.example.org");
    expect(listed.headers.get("access-control-allow-credentials")).toBe("true");
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
    expect(preflight.status).toBeLessThan(300);
    for (const method of ["PATCH", "DELETE"]) expect(preflight.headers.get("access-control-allow-methods")).toContain(method);
  });

  it("ENV-18 routes of a stopped service are 503 in the envelope, others work, and its own work again after its start", async () => {
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
