import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { type OidcServer, startOidcServer, useProvider } from "../providers/oidc-server.ts";
import { eventually } from "../support/eventually.ts";
import type { Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, checkedIn, LOOKS, problemsOf, signOut, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem({ CONFIG_PROVIDER_CAPTCHA_DIFFICULTY: "8" });
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const newAddress = () => `b${uuid().slice(-12)}@example.org`;

/** A window at a path, signed in as a person. */
async function openAs(person: Person, path: string, context?: BrowserContext) {
  const page = await (context ?? (await system.visitor())).newPage();
  await page.goto(`/login?next=${encodeURIComponent(path)}`);
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

describe("signing in", () => {
  it("signing in ends on the page that the reader wanted, and a wrong password is reported at its field", async () => {
    const person = await system.newUser();
    const page = await system.open("/messages");
    await page.getByLabel("Email address").fill(person.email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator("[name=password][aria-invalid=true]").waitFor();
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Messages" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/messages");
    expect(problemsOf(page)).toEqual([]);
  });

  it("asks for nothing that a fan does not have", async () => {
    const refused: string[] = [];
    const context = await system.visitor();
    context.on("response", (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await openAs(await system.newUser(), "/settings/profile", context);
    const tabs = () => context.pages()[0]?.locator("main nav a").allTextContents();
    await eventually(async () => expect(await tabs()).toEqual(["Profile", "Security", "Notifications", "Privacy"]));
    expect(refused).toEqual([]);
  });

  it.each([
    ...["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"],
    ...["/.//evil.example", "/discover/..//evil.example", "/./\\evil.example", "/\t/evil.example"],
  ])("APP-06 signing in never leaves the site: %j", async (next) => {
    const { email, password } = await system.newUser();
    const page = await system.open(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Messages" }).waitFor();
    expect(page.url()).toBe(`${system.base}/messages`);
  });

  describe("with another provider", () => {
    let provider: OidcServer;
    const account = { sub: uuid(), email: newAddress(), email_verified: true };
    beforeAll(async () => {
      provider = await startOidcServer();
      await useProvider(system, provider, `${system.base}/login/callback`);
    });
    afterAll(async () => {
      await system.setConfig("provider.oauth", "off");
      await provider.close();
    });

    /** The sign-in page, and the provider's page that asks for consent. */
    async function begin(next: string, tab?: Page): Promise<Page> {
      const page = tab ?? (await system.open("/login"));
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.route(`${provider.issuer}/authorize**`, (route) => {
        const answer = new URLSearchParams(provider.signIn(route.request().url(), account));
        const ways = { Agree: answer.toString(), Refuse: `error=access_denied&state=${answer.get("state")}` };
        const links = Object.entries(ways).map(([name, query]) => `<a href="${system.base}/login/callback?${query}">${name}</a>`);
        return route.fulfill({ contentType: "text/html", body: links.join(" ") });
      });
      await page.getByRole("button", { name: "Sign in with another account" }).click();
      return page;
    }

    it.each([
      ["/settings/security?from=mail", "/settings/security?from=mail"],
      ["//evil.example", "/messages"],
      ["/\\evil.example", "/messages"],
    ])("APP-06 a user who wanted to see %s comes to %s", async (next, reached) => {
      const page = await begin(next);
      await page.getByRole("link", { name: "Agree" }).click();
      await page.waitForURL(`${system.base}${reached}`);
      await page.locator("summary", { hasText: "Account" }).waitFor();
      expect(await page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('draft:'))")).toEqual([]);
      expect(problemsOf(page)).toEqual([]);
    });

    it("FLD-13 sign-ins that were begun in two tabs both succeed, and each returns to its own page", async () => {
      const first = await begin("/settings/security");
      const second = await begin("/wallet", await first.context().newPage());
      for (const page of [first, second]) await page.getByRole("link", { name: "Agree" }).click();
      await Promise.all([first.waitForURL("**/settings/security"), second.waitForURL("**/wallet")]);
      for (const page of [first, second]) await page.locator("summary", { hasText: "Account" }).waitFor();
    });

    it("APP-06 a user who was refused there succeeds with another try; a sign-in that was begun elsewhere does not", async () => {
      const page = await begin("/settings/security");
      await page.getByRole("link", { name: "Refuse" }).click();
      await page.getByRole("alert").waitFor();
      await page.locator("main").getByRole("link", { name: "Sign in" }).click();
      await page.waitForURL("**/login?next=%2Fsettings%2Fsecurity");
      await page.getByRole("button", { name: "Sign in with another account" }).click();
      await page.getByRole("link", { name: "Agree" }).waitFor();
      await page.goto("/login/callback?code=a&state=b");
      await page.locator("main").getByRole("link", { name: "Sign in" }).click();
      await page.waitForURL((url) => url.pathname === "/login" && url.search === "");
    });
  });

  it("APP-05 five tabs share one session without storing a token, and signing out ends it in all of them", async () => {
    const context = await system.visitor();
    const first = await openAs(await system.newUser(), "/messages", context);
    const refreshes: number[] = [];
    context.on("request", (request) => void (request.url().endsWith("/auth/refresh") && refreshes.push(1)));
    context.on("requestfinished", (request) => void (request.url().endsWith("/auth/refresh") && refreshes.push(-1)));
    const tabs = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
    await Promise.all(tabs.map((tab) => tab.goto("/settings/security")));
    await Promise.all(tabs.map((tab) => tab.getByText("This device").waitFor()));
    const atOnce = refreshes.map((_, index) => refreshes.slice(0, index + 1).reduce((sum, step) => sum + step, 0));
    expect(Math.max(0, ...atOnce)).toBeLessThanOrEqual(1);
    const stored = await first.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML])",
    );
    expect(stored).toMatch(/"signed-in":"[0-9a-f-]{36} [0-9a-f-]{36}"/);
    expect(stored).not.toMatch(/eyJ[\w-]+\./);

    await signOut(first);
    await Promise.all(tabs.map((tab) => tab.waitForURL("**/login?next=%2Fsettings%2Fsecurity")));
    await first.getByRole("link", { name: "Sign in" }).waitFor();
  });

  it("a user whose account waits for its deletion is offered to keep it", async () => {
    const { email, password, send } = await system.newUser();
    await send("POST", "/gdpr/delete");
    const page = await system.open("/login");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: /Your account will be deleted on/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep my account" }).click();
    await page.getByRole("heading", { name: "Messages" }).waitFor();
    expect((await system.signIn(email, password)).userId).toBeTruthy();
  });

  it("A11-03 has one heading, landmarks and a link to the content first", async () => {
    const page = await system.open("/login");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    await page.keyboard.press("Tab");
    await hasFocus(page, "Skip to content");
  });
});

describe("a new account", () => {
  it("a new account is made by keyboard, asks for the code in place, solves a captcha when there is one, and is signed in", async () => {
    await system.setConfig("auth.captcha_required", true);
    const email = newAddress();
    const page = await system.open("/register?next=%2Fsettings%2Fprofile");
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Your name (optional)").focus();
    await page.keyboard.type("Zoë");
    await page.keyboard.press("Tab");
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("a password of one user");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await system.setConfig("auth.captcha_required", false);
    await page.getByRole("button", { name: "Send a new link" }).click();
    await page.getByText("an email with a link is on its way").waitFor();
    const mails = () => mailboxOf(system.runtime).of(email);
    await eventually(() => expect(mails().map(({ kind }) => kind)).toEqual(["verify_email", "verify_email"]));
    expect(await page.getByRole("link", { name: "mailbox" }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Code from the email").fill(await system.mailedToken(email, "verify_email"));
    await page.getByRole("button", { name: "Confirm address" }).click();
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    await page.getByText("Times are shown in your time zone: Europe/Berlin").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Zoë");
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("the page of a link", () => {
  it("PGE-15 opening the page of a link spends nothing; its button acts", async () => {
    const { email } = await system.newUser({ verified: false });
    const token = await system.mailedToken(email, "verify_email");
    const requests: string[] = [];
    for (const isScanner of [true, false]) {
      const page = await (await system.visitor()).newPage();
      page.on("request", (request) => requests.push(request.method()));
      await page.goto(`/verify-email#token=${token}`, { waitUntil: "networkidle" });
      if (isScanner) continue;
      await page.getByRole("button", { name: "Confirm address" }).click();
      await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    }
    expect(requests.filter((method) => method !== "GET")).toEqual(["POST"]);
  });

  it("solves the captcha that a forgotten password needs", async () => {
    const { email } = await system.newUser();
    await system.setConfig("auth.captcha_required", true);
    const page = await system.open("/forgot-password");
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await system.setConfig("auth.captcha_required", false);
  });
});

describe("the settings of an account", () => {
  it("change name, language and zone, and the password, and end another session", async () => {
    const person = await system.newUser();
    await system.signIn(person.email, person.password);
    const page = await openAs(person, "/settings/profile");
    await page.getByLabel("Name").fill("Annegret");
    await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
    await page.route("**/api/v1/auth/me", (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Annegret");
    await page.unroute("**/api/v1/auth/me");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const me = (await person.send("GET", "/auth/me")).body.data as { displayName: string; timezone: string };
    expect([me.displayName, me.timezone]).toEqual(["Annegret", "Asia/Tokyo"]);

    await page.getByRole("link", { name: "Security" }).click();
    await page.getByText("This device").waitFor();
    const others = page.getByRole("button", { name: "End session" });
    await others.first().click();
    await eventually(async () => expect(await page.locator(".list > li").count()).toBe(2));
    await page.getByLabel("Current password").fill(person.password);
    await page.getByLabel("New password").fill("another password of one user");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Saved. Your other sessions have ended.").waitFor();
    await eventually(async () => expect(await page.locator(".list > li").count()).toBe(1));
    expect(mailboxOf(system.runtime).of(person.email).at(-1)?.kind).toBe("password_changed");
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe("axe finds nothing", () => {
  const paths = [
    "/",
    "/login",
    "/nowhere",
    "/register",
    "/verify-email",
    "/forgot-password",
    "/reset-password",
    "/email-subscriptions/confirm",
    "/unsubscribe",
    "/discover",
    "/discover/youtube",
    "/help",
    "/legal/terms",
  ];
  it.each(LOOKS.flatMap((look) => ["/design", ...checkedIn(look, paths)].map((path) => ({ ...look, path }))))(
    "A11-01 $colorScheme $lang $width $path",
    async ({ colorScheme, width, lang, path }) => {
      const options = { colorScheme, viewport: { width, height: 800 }, extraHTTPHeaders: { accept: "text/html" } };
      const page = await system.open(`${path}?lang=${lang}`, options);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(problemsOf(page)).toEqual([]);
      await system.closeWindows();
    },
  );
});
