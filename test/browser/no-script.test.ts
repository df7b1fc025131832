import { readdirSync, readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { codeAt } from "../people/factors.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf } from "../support/test-system.ts";
import { type BrowserSystem, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const SITE = new URL("../../gateway/site/", import.meta.url);

interface Attempt {
  readonly fields: Readonly<Record<string, string>>;
  /** A word of the outcome. */
  readonly says: string;
}

interface Sent {
  /** File that declares it. */
  readonly of: string;
  readonly path: string;
  readonly refused: Attempt;
  done(): Promise<Attempt>;
}

const newAddress = () => `n${uuid().slice(-12)}@example.org`;
const registered = async () => {
  const email = newAddress();
  dataOf(await system.send("POST", "/auth/register", { body: { email, password: "a password of one user" } }), 201);
  return { email, token: await system.mailedToken(email, "verify_email") };
};
const password = "another password of one user";

const FORMS: readonly Sent[] = [
  {
    of: "forms/register.page.tsx",
    path: "/register",
    refused: { fields: { email: "zoë@host", password: "x" }, says: "Enter a whole address" },
    done: async () => ({ fields: { email: newAddress(), password, displayName: "Zoë" }, says: "Check your email" }),
  },
  {
    of: "forms/verify-email.page.tsx",
    path: "/verify-email",
    refused: { fields: { token: "a code" }, says: "This link no longer works" },
    done: async () => ({ fields: { token: (await registered()).token }, says: "Your address is confirmed" }),
  },
  {
    of: "forms/forgot-password.page.tsx",
    path: "/forgot-password",
    refused: { fields: { email: "nobody" }, says: "Enter a whole address" },
    done: async () => ({ fields: { email: (await system.newUser()).email }, says: "Check your email" }),
  },
  {
    of: "forms/reset-password.page.tsx",
    path: "/reset-password",
    refused: { fields: { token: "a code", password: "password" }, says: "This" },
    async done() {
      const { email } = await system.newUser();
      await system.send("POST", "/auth/password/forgot", { body: { email } });
      return { fields: { token: await system.mailedToken(email, "reset_password"), password }, says: "Your new password" };
    },
  },
  {
    of: "forms/undo-factor.page.tsx",
    path: "/undo-factor",
    refused: { fields: { token: "a code" }, says: "This link no longer works" },
    async done() {
      const user = await system.newUser();
      const { factorId, secret } = dataOf<{ factorId: string; secret: string }>(await user.send("POST", "/auth/mfa/totp"), 201);
      await user.send("POST", "/auth/mfa/totp/confirm", { factorId, code: codeAt(secret, system.runtime.clock.now()) });
      return { fields: { token: await system.mailedToken(user.email, "second_factor_added") }, says: "The second step is removed" };
    },
  },
  {
    of: "forms/cancel-factor-reset.page.tsx",
    path: "/cancel-factor-reset",
    refused: { fields: { token: "a code" }, says: "This link no longer works" },
    async done() {
      const [user, admin] = [await system.newUser(), await newAdmin(system, "ADMIN")];
      const { factorId, secret } = dataOf<{ factorId: string; secret: string }>(await user.send("POST", "/auth/mfa/totp"), 201);
      await user.send("POST", "/auth/mfa/totp/confirm", { factorId, code: codeAt(secret, system.runtime.clock.now()) });
      dataOf(await admin.send("POST", `/admin/users/${user.userId}/mfa-resets`, { reason: "A lost phone" }), 201);
      return { fields: { token: await system.mailedToken(user.email, "second_factor_reset") }, says: "The second step stays" };
    },
  },
  {
    of: "forms/confirm-email-change.page.tsx",
    path: "/confirm-email-change",
    refused: { fields: { token: "a code" }, says: "This link no longer works" },
    async done() {
      const [user, newEmail] = [await system.newUser(), newAddress()];
      dataOf(await user.send("POST", "/auth/email/change", { newEmail }), 202);
      return { fields: { token: await system.mailedToken(newEmail, "email_change_confirm") }, says: "confirmed" };
    },
  },
  {
    of: "forms/undo-email-change.page.tsx",
    path: "/undo-email-change",
    refused: { fields: { token: "a code" }, says: "This link no longer works" },
    async done() {
      const user = await system.newUser();
      dataOf(await user.send("POST", "/auth/email/change", { newEmail: newAddress() }), 202);
      return { fields: { token: await system.mailedToken(user.email, "email_change_asked") }, says: "stays" };
    },
  },
  {
    of: "forms/confirm-subscription.page.tsx",
    path: "/email-subscriptions/confirm",
    refused: { fields: { token: "a code" }, says: "This link no longer works" },
    async done() {
      const email = newAddress();
      await system.send("POST", "/email-subscriptions", { body: { email } });
      return { fields: { token: await system.mailedToken(email, "confirm_subscription") }, says: "Your subscription is confirmed" };
    },
  },
  {
    of: "forms/unsubscribe.page.tsx",
    path: "/unsubscribe",
    refused: { fields: { token: "a code" }, says: "This link no longer works" },
    async done() {
      const email = newAddress();
      await system.send("POST", "/email-subscriptions", { body: { email } });
      await system.mailedToken(email, "confirm_subscription");
      const { text } = mailboxOf(system.runtime).of(email).at(-1) ?? { text: "" };
      const token = /\/unsubscribe#token=([^&\s]+)&list=subscription/.exec(text)?.[1] ?? "";
      return { fields: { token, list: "subscription" }, says: "You are unsubscribed" };
    },
  },
];

/** Sends the form of a page without script. The browser checks nothing, so that the interface does. */
async function press(page: Page, path: string, { fields, says }: Attempt): Promise<void> {
  await page.goto(path);
  await page.evaluate(`document.querySelectorAll("main details").forEach((each) => { each.open = true; })`);
  for (const [name, value] of Object.entries(fields)) {
    const control = page.locator(`main [name=${name}]`).first();
    if ((await control.evaluate((element) => (element as unknown as { tagName: string }).tagName)) === "SELECT")
      await control.selectOption(value);
    else await control.fill(value);
  }
  for (const terms of await page.locator("main [name=terms]").all()) await terms.check();
  await page.evaluate(`document.querySelector("main form[method=post]").noValidate = true`);
  await page.locator("main form[method=post] button[type=submit]").first().click();
  await page.locator("main").getByText(says).first().waitFor();
}

describe("forms without script", () => {
  it("EAS-18 each page with a form is walked below", () => {
    const files = readdirSync(SITE, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".page.tsx"));
    const withForm = files.filter((file) => /^ +keeps: \[/m.test(readFileSync(new URL(file, SITE), "utf8")));
    expect(FORMS.map(({ of }) => of).sort()).toEqual(withForm.sort());
  });

  it.each(FORMS)(
    "EAS-18 $path: reloading the outcome and going back send nothing, and the outcome stays",
    async ({ path, refused, done }) => {
      const context = await system.visitor({ javaScriptEnabled: false });
      const page = await context.newPage();
      const posts: number[] = [];
      page.on("response", (response) => void (response.request().method() === "POST" && posts.push(response.status())));
      for (const attempt of [refused, await done()]) {
        await press(page, path, attempt);
        const outcome = page.url();
        expect(outcome).toContain("?outcome=");
        await page.reload();
        await page.locator("main").getByText(attempt.says).first().waitFor();
        await page.goBack();
        await page.locator("main form[method=post]").first().waitFor({ state: "attached" });
        await page.goForward();
        await page.locator("main").getByText(attempt.says).first().waitFor();
        expect(page.url()).toBe(outcome);
      }
      expect(posts).toEqual([303, 303]);
    },
  );

  it("EAS-18 an outcome holds what was typed sealed, belongs to its page and an hour, and none can be made up", async () => {
    const send = (fields: Readonly<Record<string, string>>) =>
      fetch(`${system.base}/register`, {
        method: "POST",
        headers: { accept: "text/html", "sec-fetch-site": "same-origin" },
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
    const sent = await send({ email: "zoe@host", displayName: "Zoë", password: "a secret of mine" });
    const address = sent.headers.get("location") ?? "";
    const text = Buffer.from(new URLSearchParams(address.split("?")[1]).get("outcome") ?? "", "base64url").toString("latin1");
    expect([sent.status, text.includes("zoe"), text.includes("secret")]).toEqual([303, false, false]);
    const open = async (path: string) => {
      const response = await fetch(system.base + path, { headers: { accept: "text/html" } });
      return { status: response.status, html: await response.text(), cache: response.headers.get("cache-control") };
    };
    const shown = await open(address);
    expect([shown.status, shown.cache, shown.html.includes('value="zoe@host"'), shown.html.includes("a secret of mine")]).toEqual([
      400,
      "no-store",
      true,
      false,
    ]);
    const plain = { status: 200, html: expect.not.stringContaining("no longer works") };
    expect(await open(address.replace("/register", "/verify-email"))).toMatchObject(plain);
    for (const forged of ["e30", "x", "%F0%9F"]) expect(await open(`/register?outcome=${forged}`)).toMatchObject(plain);
    const long = await send({ email: "zoe@host", displayName: "Z".repeat(20_000), password: "x" });
    expect((long.headers.get("location") ?? "").length).toBeLessThan(5_000);
    system.runtime.clock.advance(3_600_000);
    await eventually(async () => expect(await open(address)).toMatchObject({ status: 200 }));
  });
});
