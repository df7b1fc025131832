import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LOCALES } from "#libs/contracts/shared.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { everyMail } from "../support/every-mail.ts";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";

const HOST = "https://boats.example.org";
const ENDED = "This link no longer works";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({
    configOverrides: new Map([
      ["CONFIG_PAGES_ENABLED", "true"],
      ["CONFIG_SITE_PUBLIC_HOST", HOST],
    ]),
  });
});
afterAll(() => system?.stop());

const newAddress = () => `p${uuid().slice(-12)}@example.org`;
const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(system.base + path, { headers: { accept: "text/html", ...headers }, redirect: "manual" });

/** Submits a form like a browser, and returns the page of the response. */
async function press(path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(system.base + path, {
    method: "POST",
    headers: { accept: "text/html", "sec-fetch-site": "same-origin", ...headers },
    body: new URLSearchParams(fields),
  });
  const html = await response.text();
  return { status: response.status, heading: /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1], html, headers: response.headers };
}

const mailTo = (email: string, kind: string, nth = -1) =>
  eventually(async () => {
    const mail = mailboxOf(system.runtime)
      .of(email)
      .filter((each) => each.kind === kind)
      .at(nth);
    if (!mail) throw new Error(`no mail of kind ${kind}`);
    return mail;
  });

/** Registers through the form, and returns the token of the mail. */
async function registered(email: string) {
  const page = await press("/register", { email, password: "a password of one user", displayName: "", terms: "on" });
  expect([page.status, page.heading]).toEqual([200, "Check your email"]);
  return (await mailTo(email, "verify_email")).token ?? "";
}

describe("addresses in mails", () => {
  it.each(LOCALES)("PGE-01 addresses in mails open as pages in the language of the mail: %s", async (locale) => {
    const config = configReader(new Map([["CONFIG_SITE_PUBLIC_HOST", HOST]]));
    const urls = everyMail(locale, config).flatMap(({ text, unsubscribeUrl = "" }) => [
      ...(text.match(/^https:.*$/gm) ?? []),
      unsubscribeUrl,
    ]);
    const paths = new Set(urls.filter((url) => url !== "").map((url) => new URL(url).pathname));
    for (const path of paths) {
      const first = await open(path, { "accept-language": locale });
      const target = first.headers.get("location")?.replace(/#.*/, "") ?? path;
      const page = first.status === 303 ? await open(target, { "accept-language": locale }) : first;
      const html = await page.text();
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(html).toContain(`<html lang="${locale}" dir="${locales[locale].direction}"`);
    }
  });
});

describe("forms of token pages", () => {
  it("PGE-13 forms of token pages act once, without script, and say afterwards that the link is spent", async () => {
    const email = newAddress();
    const token = await registered(email);
    const address = `${HOST}/verify-email#token=${token}`;
    expect(await press("/verify-email", { token: address })).toMatchObject({ status: 200, heading: "Your address is confirmed" });
    expect(await press("/verify-email", { token })).toMatchObject({ status: 400, heading: ENDED });

    expect(await press("/forgot-password", { email })).toMatchObject({ status: 200, heading: "Check your email" });
    const reset = (await mailTo(email, "reset_password")).token ?? "";
    const common = await press("/reset-password", { token: reset, password: "password" });
    expect(common).toMatchObject({ status: 400, heading: "Set a new password" });
    // Who reads the address of this page in a log could set the password.
    expect(common.html).not.toContain(reset);
    const password = "another password of one user";
    expect(await press("/reset-password", { token: reset, password })).toMatchObject({ status: 200 });
    expect(await press("/reset-password", { token: reset, password })).toMatchObject({ status: 400, heading: ENDED });
    expect((await system.send("POST", "/auth/login", { body: { email, password } })).status).toBe(200);
  });

  it("SGN-14 SGN-07 a reset without script makes the browser a known device, and a registration leaves the devices as they are", async () => {
    const { email } = await system.newUser();
    await press("/forgot-password", { email });
    const token = (await mailTo(email, "reset_password")).token ?? "";
    const password = "another password of one user";
    const send = (path: string, fields: Readonly<Record<string, string>>) =>
      fetch(system.base + path, {
        method: "POST",
        headers: { accept: "text/html", "sec-fetch-site": "same-origin" },
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
    const [cookie = ""] = (await send("/reset-password", { token, password })).headers.getSetCookie();
    expect(cookie).toMatch(/^device=[^;]+; Path=\/api\/v1; .*HttpOnly; Secure; SameSite=Strict$/);
    const login = (typed: string, headers = {}) =>
      system.send("POST", "/auth/login", { body: { email, password: typed }, headers }).then(({ status }) => status);
    for (let guess = 0; guess < 12; guess += 1) await login(`guess ${guess}`);
    expect([await login(password), await login(password, { cookie: cookie.split(";")[0] })]).toEqual([429, 200]);
    const registered = await send("/register", { email: newAddress(), password, displayName: "", terms: "on" });
    expect([registered.status, registered.headers.getSetCookie()]).toEqual([303, []]);
  });

  it("STF-09 the form of a reset says at its field how long the password of a member of the staff has to be", async () => {
    const { email } = await newAdmin(system, "SUPPORT");
    expect(await press("/forgot-password", { email })).toMatchObject({ status: 200 });
    const token = (await mailTo(email, "reset_password")).token ?? "";
    const short = await press("/reset-password", { token, password: "fourteen chars" });
    expect(short).toMatchObject({ status: 400, heading: "Set a new password" });
    expect(short.html).toContain("at least 15 characters");
    expect(await press("/reset-password", { token, password: "fifteen letters" })).toMatchObject({ status: 200 });
  });

  it("PGE-13 forms of token pages confirm and end a subscription to mails", async () => {
    const email = newAddress();
    await system.send("POST", "/email-subscriptions", { body: { email } });
    const { token = "", text } = await mailTo(email, "confirm_subscription");
    expect(await press("/email-subscriptions/confirm", { token })).toMatchObject({ status: 200 });
    expect(await press("/email-subscriptions/confirm", { token })).toMatchObject({ status: 400, heading: ENDED });
    const leave = /\/unsubscribe#token=([^&\s]+)&list=subscription/.exec(text)?.[1] ?? "";
    expect(await press("/unsubscribe", { token: leave, list: "notifications" })).toMatchObject({ status: 400, heading: ENDED });
    for (const _time of ["first", "second"]) {
      const page = await press("/unsubscribe", { token: leave, list: "subscription" });
      expect(page).toMatchObject({ status: 200, heading: "You are unsubscribed" });
    }
  });

  it("PGE-14 forms of another site are refused and spend nothing", async () => {
    const token = await registered(newAddress());
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await press("/verify-email", { token }, foreign)).status).toBe(403);
    expect(await press("/verify-email", { token })).toMatchObject({ status: 200 });
  });

  it("PGE-17 forms of token pages offer a new mail after the time of the link is over", async () => {
    const email = newAddress();
    const token = await registered(email);
    system.runtime.clock.advance(49 * HOUR);
    const page = await press("/verify-email", { token });
    expect(page).toMatchObject({ status: 400, heading: ENDED });
    expect(page.html).toContain("Send a new link");
    expect(await press("/verify-email", { email })).toMatchObject({ status: 200, heading: "Check your email" });
    const fresh = await mailTo(email, "verify_email", 1);
    expect(await press("/verify-email", { token: fresh.token ?? "" })).toMatchObject({ status: 200 });
  });

  it("forms of token pages are not cached, and report a malformed address at its field", async () => {
    const page = await open("/reset-password");
    expect([page.headers.get("cache-control"), page.headers.get("referrer-policy")]).toEqual(["no-store", "no-referrer"]);
    const refused = await press("/verify-email", { email: "nobody" });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/aria-invalid="?true"?/);
  });
});

describe("the form of a registration", () => {
  it("keeps what was typed, but no password, and says what is missing at its field", async () => {
    const email = newAddress();
    const page = await press("/register", { email, password: "a password of one user", displayName: "Zoë" });
    expect(page.status).toBe(400);
    expect(page.html).toMatch(/aria-describedby="([\w-]+-problem) [^>]+>.*<span class="problem" id="\1">Please accept the terms/s);
    expect(page.html).toContain('value="Zoë"');
    expect(page.html).not.toContain("a password of one user");
    expect(mailboxOf(system.runtime).of(email)).toEqual([]);
  });

  it("FLD-03 a name that shows nothing is said at its field, and the other fields keep their texts", async () => {
    const email = `u${uuid().slice(-12)}@example.org`;
    for (const displayName of ["\u3164", "a\u2028b", `a${"\u0301".repeat(60)}`]) {
      const { status, html } = await press("/register", { email, password: "a password of one user", displayName, terms: "on" });
      expect([status, html.includes(email)]).toEqual([400, true]);
      expect(html).toMatch(/name="displayName"[^>]*>.*<span class="problem"[^>]*>A text cannot be shown.*name="email"/s);
    }
  });

  it("says at its field what the interface has refused", async () => {
    const { html } = await press("/register", { email: "zoë@host", password: "x", displayName: "", terms: "on" });
    expect(html).toMatch(
      /name="email"[^>]*>.*<span class="problem"[^>]*>Enter a whole address.*name="password".*<span class="problem"[^>]*>At least 8 characters</s,
    );
    expect(html).not.toContain("The request is not valid");
  });

  it("PGE-18 leads to legal texts: to an example, marked as one, until they are published, but not in production", async () => {
    const htmlOf = async (path: string) => (await open(path)).text();
    expect(await htmlOf("/register")).toMatch(/href="\/legal\/terms".*href="\/legal\/privacy"/s);
    for (const path of ["/legal/terms", "/legal/privacy"])
      expect(await htmlOf(path)).toMatch(/No text has been published yet\..*This is an example.*legal\.\w+/s);
    const env = system.runtime.env as { production: boolean };
    env.production = true;
    const inProduction = await htmlOf("/legal/terms").finally(() => (env.production = false));
    expect(inProduction).toContain("No text has been published yet.");
    expect(inProduction).not.toContain("This is an example");
    await system.setConfig("legal.terms_of_service", "<p>Be kind.</p>");
    expect(await htmlOf("/legal/terms")).not.toMatch(/This is an example|No text/);
  });
});

describe("the page after it", () => {
  it("PGE-17 sends the mail again without script, as often as one needs it", async () => {
    const email = newAddress();
    const page = await press("/register", { email, password: "a password of one user", displayName: "", terms: "on" });
    const again = /<form method="post" action="\/verify-email"><input type="hidden" name="email" value="([^"]+)"/;
    expect(again.exec(page.html)?.[1]).toBe(email);
    const sent = await press("/verify-email", { email });
    expect(again.exec(sent.html)?.[1]).toBe(email);
    const { token = "" } = await mailTo(email, "verify_email", 1);
    expect(await press("/verify-email", { token })).toMatchObject({ status: 200, heading: "Your address is confirmed" });
  });
});

describe("PGE-16 the one-click address of a mail", () => {
  const paths = ["/api/v1/notifications/unsubscribe", "/api/v1/email-subscriptions/unsubscribe"] as const;

  it.each([
    [paths[0], "notifications"],
    [paths[1], "subscription"],
  ])("PGE-16 %s leads a browser to the page, and only a browser", async (path, list) => {
    const page = await open(`${path}/a.b`);
    expect([page.status, page.headers.get("location")]).toEqual([303, `/unsubscribe#token=a.b&list=${list}`]);
    expect((await open(`${path}/a.b`, { accept: "*/*" })).status).toBe(405);
  });

  it("PGE-16 works with one POST", async () => {
    const email = newAddress();
    await system.send("POST", "/email-subscriptions", { body: { email } });
    const { unsubscribeUrl = "" } = await mailTo(email, "confirm_subscription");
    const reply = await fetch(system.base + new URL(unsubscribeUrl).pathname, { method: "POST", body: "List-Unsubscribe=One-Click" });
    expect(reply.status).toBe(200);
  });
});
