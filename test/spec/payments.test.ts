import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";
import { beginTopUp, signed } from "./tour-payments.ts";

const SECRETS = ["the first secret of the provider", "the second secret of the provider"] as const;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({}, "spec");
  await system.setConfig("provider.payment_callback_secret", SECRETS.join(", "));
});
afterAll(() => system.stop());

const paid = async (fan: Person) => {
  const topupId = await beginTopUp(fan);
  const outcome = { outcome: "SUCCEEDED", notify: false };
  dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${topupId}`, outcome), 200);
  return topupId;
};
const statusOf = async (fan: Person, topupId: string) =>
  dataOf<{ status: string }>(await fan.send("GET", `/wallet/topups/${topupId}`), 200).status;
const bodyFor = (topupId: string) => JSON.stringify({ id: uuid(), type: "charge.changed", reference: `sandbox:${topupId}` });
const post = (raw: string | Uint8Array, headers: Record<string, string>, slot = "sandbox") =>
  system.send("POST", `/payments/callbacks/${slot}`, { body: raw, headers });

it("PMT-06 a callback is signed over the bytes that were sent: forged, changed or late ones are 400, and an unknown provider is 404", async () => {
  const fan = await system.newUser();
  const topupId = await paid(fan);
  const raw = bodyFor(topupId);
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000);
  const refused = "400 payment.callback.error.signature";
  const same = JSON.stringify(JSON.parse(raw), null, 1);
  expect(refusalOf(await post(raw, signed(raw, "another secret of a provider")))).toBe(refused);
  expect(refusalOf(await post(same, signed(raw, SECRETS[0])))).toBe(refused);
  expect(refusalOf(await post(raw, {}))).toBe(refused);
  for (const seconds of [303, -303]) expect(refusalOf(await post(raw, signed(raw, SECRETS[0], at(seconds))))).toBe(refused);
  expect(refusalOf(await post(raw, signed(raw, SECRETS[0]), "nothing"))).toBe("404 error.not_found");
  expect(await statusOf(fan, topupId)).toBe("PENDING");
  expect(await system.runtime.database("messaging").connection.collection("payment_events").countDocuments({})).toBe(0);
  for (const secret of SECRETS) {
    const next = bodyFor(topupId);
    expect(dataOf(await post(next, signed(next, secret)), 200)).toEqual({ received: true });
  }
  expect(await statusOf(fan, topupId)).toBe("SUCCEEDED");
});

it("PMT-06 any bytes are a body, up to 256 KiB: only the signature decides", async () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x7b]);
  expect(refusalOf(await post(bytes, { "content-type": "application/octet-stream" }))).toBe("400 payment.callback.error.signature");
  expect(refusalOf(await post("", {}))).toBe("400 payment.callback.error.signature");
  const padded = JSON.stringify({ id: uuid(), type: "charge.changed", reference: "sandbox:1", more: "x".repeat(256 * 1_024 - 200) });
  expect((await post(padded, signed(padded, SECRETS[0]))).status).toBe(200);
  expect((await post("x".repeat(256 * 1_024 + 1), {})).status).toBe(413);
});

it("PMT-21 callbacks are taken while payments are switched off; nothing begins meanwhile, and what was paid is credited afterwards", async () => {
  const admin = await system.admin();
  const fan = await system.newUser();
  const topupId = await paid(fan);
  const setSwitch = (active: boolean) => admin.send("PATCH", "/admin/config/kill-switches/PAYMENTS", { active, reason: "test" });
  dataOf(await setSwitch(true), 200);
  const begin = () => fan.send("POST", "/wallet/topups", { amount: "1.00" }, { headers: { "idempotency-key": uuid() } });
  await eventually(async () => expect(refusalOf(await begin())).toBe("503 features.payments_disabled"));
  const raw = bodyFor(topupId);
  expect((await post(raw, signed(raw, SECRETS[0]))).status).toBe(200);
  expect(dataOf(await fan.send("POST", `/wallet/topups/${topupId}/confirm`), 200)).toMatchObject({ status: "PENDING" });
  dataOf(await setSwitch(false), 200);
  await eventually(async () => {
    await system.runtime.jobs.runNow("wallet.finish-topups");
    const confirmed = dataOf(await fan.send("POST", `/wallet/topups/${topupId}/confirm`), 200);
    expect(confirmed).toMatchObject({ status: "SUCCEEDED" });
  });
});

it("PMT-23 the eleventh top-up of an hour is 429", async () => {
  const fan = await system.newUser();
  for (let begun = 0; begun < 10; begun += 1) await beginTopUp(fan);
  const eleventh = await fan.send("POST", "/wallet/topups", { amount: "1.00" }, { headers: { "idempotency-key": uuid() } });
  expect(refusalOf(eleventh)).toBe("429 error.throttled");
});

it("PMT-09 staff see a top-up in review and decide about it with finance:write only", async () => {
  const fan = await system.newUser();
  const topupId = await beginTopUp(fan);
  dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${topupId}`, { outcome: "SUCCEEDED", amount: "4.00" }), 200);
  const [finance, moderator] = [await newAdmin(system, "FINANCE"), await newAdmin(system, "MODERATOR")];
  const resolve = (by: Person) => by.send("POST", `/admin/topups/${topupId}/resolve`, { decision: "CREDIT", reason: "the rest was a fee" });
  expect(refusalOf(await resolve(moderator))).toBe("403 error.forbidden");
  expect(refusalOf(await moderator.send("GET", "/admin/topups"))).toBe("403 error.forbidden");
  const listed = dataOf<{ items: object[] }>(await finance.send("GET", `/admin/topups?id=${topupId}`), 200);
  expect(listed.items).toMatchObject([{ topupId, status: "REVIEW", reason: "AMOUNT_DIFFERS", paid: { amount: "4.00", currency: "EUR" } }]);
  expect(dataOf(await resolve(finance), 200)).toMatchObject({ status: "SUCCEEDED", amount: "4.00" });
  expect(dataOf(await fan.send("GET", "/wallet"), 200)).toMatchObject({ balance: "4.00" });
  expect(refusalOf(await resolve(finance))).toBe("409 payment.topup.invalid_status");
});

it("PMT-01 PMT-04 a top-up over HTTP: its action, JPY, a foreign one, and its cancellation", async () => {
  const [fan, other] = [await system.newUser(), await system.newUser()];
  const topupId = await beginTopUp(fan);
  const read = dataOf(await fan.send("GET", `/wallet/topups/${topupId}`), 200);
  expect(read).toMatchObject({ status: "PENDING", action: { kind: "REDIRECT", value: `/sandbox/pay/${topupId}` } });
  const inYen = await fan.send("POST", "/wallet/topups", { amount: "5.00", currency: "JPY" }, { headers: { "idempotency-key": uuid() } });
  expect(refusalOf(inYen)).toBe("400 payment.topup.currency_unsupported");
  for (const path of [`/wallet/topups/${topupId}`]) expect(refusalOf(await other.send("GET", path))).toBe("404 payment.topup.not_found");
  expect(refusalOf(await other.send("POST", `/wallet/topups/${topupId}/cancel`))).toBe("404 payment.topup.not_found");
  for (const _attempt of [1, 2]) {
    const cancelled = dataOf(await fan.send("POST", `/wallet/topups/${topupId}/cancel`), 200);
    expect(cancelled).toMatchObject({ status: "CANCELLED", reason: "BY_PAYER", action: null });
  }
});

it("PMT-27 a fan narrows the list to the top-ups that are not in the wallet", async () => {
  const fan = await system.newFan("10.00");
  const cancelled = await beginTopUp(fan);
  dataOf(await fan.send("POST", `/wallet/topups/${cancelled}/cancel`), 200);
  const pending = await beginTopUp(fan);
  const { items, total } = dataOf<{ items: { topupId: string; status: string }[]; total: number }>(
    await fan.send("GET", "/wallet/topups?status=UNCREDITED"),
    200,
  );
  expect([total, items]).toMatchObject([
    2,
    [
      { topupId: pending, status: "PENDING" },
      { topupId: cancelled, status: "CANCELLED" },
    ],
  ]);
});
