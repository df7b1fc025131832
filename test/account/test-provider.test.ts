import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { testProvider } from "#libs/contracts/account/index.ts";
import { type Actor, actAs, outcomeOf } from "../support/act-as.ts";
import { type Fixture, startFixture } from "./fixture.ts";

let account: Fixture;
let admin: Actor;
let email: string;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "probe-"));
  account = await startFixture({}, { dataDir });
  email = account.runtime.env.bootstrapAdmin?.email ?? "";
  const [user] = await account.rows("users", { email });
  admin = actAs(account.broker, account.runtime, { userId: String(user?._id), roles: ["SUPER_ADMIN"] });
});
afterAll(async () => {
  await account.stop();
  await rm(dataDir, { recursive: true });
});
afterEach(() => account.configure({}));

const testSlot = (slot: string) => admin.call(testProvider, { slot });

describe("POST /admin/providers/{slot}/test", () => {
  it("mails the caller through the active provider, and records the attempt", async () => {
    expect(await testSlot("email")).toEqual({ slot: "email", provider: "console", ok: true, failure: null });
    expect(account.mailKinds(email)).toEqual(["provider_test"]);
    account.configure({ "provider.email": "folder" });
    expect(await testSlot("email")).toMatchObject({ provider: "folder", ok: true });
    expect(await readdir(join(dataDir, "mail"))).toHaveLength(1);
    const records = await account.rows("audit_log", { action: "account.testProvider", actor: admin.userId });
    expect(records.map(({ target }) => target)).toEqual(["email", "email"]);
    const details = records.map((record) => record.details);
    for (const provider of ["console", "folder"]) expect(details).toContainEqual({ provider, failure: null });
  });

  it("answers the reason of a failure without its details", async () => {
    account.configure({ "provider.email": "off" });
    expect(await testSlot("email")).toEqual({ slot: "email", provider: null, ok: false, failure: "OFF" });
    account.configure({ "provider.email": "smtp", "provider.email_host": "127.0.0.1", "provider.email_from": "a@example.org" });
    expect(await testSlot("email")).toEqual({ slot: "email", provider: "smtp", ok: false, failure: "NOT_CONFIGURED" });
    account.configure({ "provider.oauth": "oidc" });
    expect(await testSlot("oauth")).toEqual({ slot: "oauth", provider: "oidc", ok: false, failure: "NOT_CONFIGURED" });
  });

  it("tries captcha and storage, and leaves nothing in the storage", async () => {
    expect(await testSlot("captcha")).toMatchObject({ provider: "proof_of_work", ok: true });
    expect(await testSlot("storage")).toMatchObject({ provider: "folder", ok: true });
    expect(await readdir(join(dataDir, "storage", "probes"))).toEqual([]);
  });

  it.each(["payment", "kyc", "sms", "push", "constructor", "nothing"])(
    "refuses a slot that cannot be tried without effect: %s",
    async (slot) => {
      expect(await outcomeOf(testSlot(slot))).toBe("provider.error.not_testable");
    },
  );

  it.each(["SUPPORT", "ANALYST"])("is forbidden without config:write: %s", async (role) => {
    const other = actAs(account.broker, account.runtime, { roles: [role] });
    expect(await outcomeOf(other.call(testProvider, { slot: "email" }))).toBe("error.forbidden");
  });
});
