import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Locale } from "#libs/contracts/shared.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import { refusalOf } from "../spec/refusal.ts";
import { eventually } from "../support/eventually.ts";
import { pageWeight } from "../support/page-weight.ts";
import { type CreatorPerson, dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { within } from "../support/within.ts";
import { type GetPage, pageClient } from "./page-client.ts";

const SETTINGS = { CONFIG_PAGES_ENABLED: "true", CONFIG_LEGAL_PRIVACY_POLICY: "<h2>Little is stored</h2>" };
let system: TestSystem;
let get: GetPage;
let creator: CreatorPerson;

beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map(Object.entries(SETTINGS)) });
  get = pageClient(system.base);
  creator = await system.newCreator();
});
afterAll(() => system.stop());

const addAccount = async (platform: string) => {
  const path = `/creators/${creator.creatorId}/socials`;
  const { id } = dataOf<{ id: string }>(await creator.send("POST", path, { platform, handle: "cleo" }), 201);
  dataOf(await creator.send("POST", `${path}/${id}/verify`, {}), 200);
};

describe("APP-15 test money", () => {
  const ofCreator = () => [`/${creator.username}`, `/${creator.username}/message`];
  const NAMING_MONEY = () => ["/", ...ofCreator(), "/messages", "/wallet", "/payouts", "/sandbox/pay/x"];
  const isSaidOn = async (path: string, locale: Locale) =>
    (await get(`${path}?lang=${locale}`)).html.includes(translate(locale, "page.frame.testPayments"));

  it.each(["en", "de", "ar"] as const)("APP-15 test money is mentioned on every page that names money (%s)", async (locale) => {
    for (const path of NAMING_MONEY()) expect([path, await isSaidOn(path, locale)]).toEqual([path, true]);
  });

  it("APP-15 test money is mentioned nowhere when another provider takes payments", async () => {
    await system.setConfig("provider.payment", "off");
    // A creator's page is cached for five seconds.
    for (const path of NAMING_MONEY()) await eventually(async () => expect([path, await isSaidOn(path, "en")]).toEqual([path, false]));
    await system.setConfig("provider.payment", "sandbox");
  });
});

describe("which requests get a page", () => {
  it("VIS-06 the foot of a page names who holds the rights, as the setting says", async () => {
    await system.setConfig("copyrightHolder", "Ada & Daughters");
    await eventually(async () => expect((await get("/help")).html).toContain("© Ada &amp; Daughters"));
  });

  it("PGE-03 a path that the interface has too is a page for text/html only", async () => {
    for (const path of ["/messages", "/legal/terms", "/legal/terms/versions"]) {
      const page = await get(path);
      expect([path, page.status, page.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"]);
      const envelope = await get(path, { accept: "*/*" });
      expect([path, envelope.status, JSON.parse(envelope.html).error.code]).toEqual([path, 404, "RESOURCE_NOT_FOUND"]);
    }
    const posted = await fetch(`${system.base}/legal/terms`, { method: "POST", headers: { accept: "text/html" } });
    expect(posted.status).toBe(404);
  });

  it("PGE-03 the first page is for everybody, also for programs that show where a link leads", async () => {
    for (const accept of ["*/*", "text/html"]) {
      const { status, headers } = await get("/", { accept });
      expect([accept, status, headers.get("content-type")]).toEqual([accept, 200, "text/html; charset=utf-8"]);
    }
    const head = await fetch(system.base, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  });

  it("PGE-03 an empty segment is no name, and leads to no other host", async () => {
    for (const path of ["//Message", "//sheet/"]) {
      const response = await fetch(system.base + path, { headers: { accept: "text/html" }, redirect: "manual" });
      expect([path, response.status, response.headers.get("location")]).toEqual([path, 404, null]);
    }
  });

  it("PGE-12 an unknown path is a page in the reader's language with search, start and help", async () => {
    const { status, html } = await get("/no/such/page", { "accept-language": "de" });
    expect([status, /<html lang="de"/.test(html)]).toEqual([404, true]);
    expect(html).toContain('<code dir="ltr">/no/such/page</code>');
    for (const part of ['action="/discover"', 'class="button" href="/"', 'href="/help"']) expect(html).toContain(part);
    const envelope = await get("/no/such/page", { accept: "application/json" });
    expect(JSON.parse(envelope.html)).toMatchObject({ success: false, error: { code: "RESOURCE_NOT_FOUND" } });
  });

  it.each(["discover", "sandbox", "design", "mara.png", "sw.js"])("PGE-11 %s is no username", async (username) => {
    const person = await system.newUser();
    expect(refusalOf(await person.send("POST", "/creators/upgrade", { username }))).toMatch(/^409 /);
  });

  it.each([
    ["/favicon.ico", "image/x-icon"],
    ["/apple-touch-icon.png", "image/png"],
    ["/icon-512.png", "image/png"],
    ["/manifest.webmanifest", "application/manifest+json; charset=utf-8"],
    ["/sitemap.xml", "application/xml; charset=utf-8"],
    ["/robots.txt", "text/plain; charset=utf-8"],
  ])("PGE-11 %s is there", async (path, contentType) => {
    const { status, headers } = await get(path, { accept: "*/*" });
    expect([status, headers.get("content-type")]).toEqual([200, contentType]);
  });

  it("PGE-11 robots stay away from what needs a sign-in, and find the sitemap", async () => {
    const { html } = await get("/robots.txt");
    for (const path of ["/api/", "/messages", "/admin"]) expect(html).toContain(`Disallow: ${path}\n`);
    expect(html).toContain("/sitemap.xml");
  });
});

describe("texts and lists", () => {
  it("PGE-18 shows the legal text in force, its versions and the text of a day", async () => {
    expect((await get("/legal/terms")).html).toContain("No text has been published yet.");
    await system.setConfig("legal.terms_of_service", "<h2>Be kind</h2><script>x()</script>");
    const { html } = await get("/legal/terms");
    expect(html).toContain("<h2>Be kind</h2></div>");
    const day = system.runtime.clock.now().toISOString().slice(0, 10);
    await eventually(async () => expect((await get("/legal/terms/versions")).html).toContain(`href="/legal/terms/${day}"`));
    expect((await get("/legal/terms/versions")).html).toContain("in force");
    expect((await get(`/legal/terms/${day}`)).html).toContain("<h2>Be kind</h2>");
    for (const path of ["/legal/terms/1999-01-01", "/legal/terms/2026-99-99", "/legal/imprint"])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it("PGE-18 shows a legal text that the environment gives, which has neither a time nor versions", async () => {
    expect((await get("/legal/privacy")).html).toMatch(/<\/h1><div class="prose"[^>]*><h2>Little is stored<\/h2><\/div>/);
    expect((await get("/legal/privacy/versions")).html).not.toContain("No text has been published yet.");
  });

  it("PGE-18 shows help articles, searches them and says when there is none", async () => {
    const { html } = await get("/help");
    const [, path = "", title = ""] = /href="(\/help\/[^"?]+)"><span dir="auto">([^<]+)/.exec(html) ?? [];
    expect((await get(path)).html).toContain(title);
    expect((await get(`/help?q=${encodeURIComponent(title)}`)).html).toContain(path);
    expect((await get("/help?q=zzzzzz")).html).toContain("No article matches");
    expect((await get("/help/no-such-article")).status).toBe(404);
  });

  it("PGE-19 finds a creator by name, shows the creators of a platform, and says when there are none", async () => {
    expect((await get(`/discover?q=${creator.username.toUpperCase()}`)).html).toContain(`href="/${creator.username}"`);
    const priced = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
    expect((await get(`/discover?q=@${priced.username}`)).html).toMatch(
      new RegExp(`@${priced.username}</bdi>.*<strong>from €5\\.00</strong>`),
    );
    const unknown = (await get("/discover?q=nobody-has-it")).html;
    expect(unknown).toContain("No creator fits <bdi>nobody-has-it</bdi>. Check the spelling, or try another word.");
    expect((await get("/discover/twitch")).html).toContain("No creator has a verified account on Twitch yet.");
    await addAccount("youtube");
    expect((await get("/discover/youtube")).html).toContain(`href="/${creator.username}"`);
    expect((await get("/discover")).html).not.toContain('href="/discover/');
    system.runtime.clock.advance(61_000);
    const { html } = await get("/discover");
    for (const path of ["discover/youtube", "discover/twitch", creator.username])
      expect([path, html.includes(`href="/${path}"`)]).toEqual([path, path !== "discover/twitch"]);
    expect((await get("/")).html).toContain('<form method="get" action="/discover"');
    expect((await get("/sitemap.xml")).html).toContain(`/${creator.username}</loc>`);
  });

  it("PGE-19 the start shows creators without a verified account, and says that there are none only when there are none", async () => {
    const setStatus = (creatorStatus: string) =>
      system.runtime.database("creator").connection.collection("creator_profiles").updateMany({}, { $set: { creatorStatus } });
    const start = async () => (await get(`/?at=${performance.now()}`)).html;
    const [nobody, seed] = ["Nobody has opened a page yet", "npm run seed"];
    const another = await system.newCreator();
    expect(await start()).toContain(`href="/${another.username}"`);
    await setStatus("VACATION");
    const whenAway = await start();
    expect([whenAway.includes("No creator is here at the moment"), whenAway.includes(nobody), whenAway.includes(seed)]).toEqual([
      true,
      false,
      false,
    ]);
    await setStatus("BANNED");
    for (const text of [nobody, seed]) expect(await start()).toContain(text);
    await setStatus("ACTIVE");
    expect(await start()).not.toContain(nobody);
  });

  it("PGE-19 discovery that is switched off is a page of its own with 503", async () => {
    const admin = await system.admin();
    const turn = (active: boolean) => admin.send("PATCH", "/admin/config/kill-switches/DISCOVER", { active, reason: "test" });
    dataOf(await turn(true), 200);
    await eventually(async () => expect((await get("/discover")).status).toBe(503));
    const { html, headers } = await get("/discover/mastodon");
    expect([html.includes("This part is taking a break"), headers.has("retry-after")]).toEqual([true, true]);
    expect((await get("/?nocache")).status).toBe(200);
    dataOf(await turn(false), 200);
    await eventually(async () => expect((await get("/discover")).status).toBe(200));
  });
});

describe("every page", () => {
  it("PGE-22 every page is written in the chosen language, which is remembered, with Latin digits", async () => {
    const chosen = await get("/?lang=ar");
    expect(chosen.html).toContain('<html lang="ar" dir="rtl"');
    const cookie = chosen.headers.get("set-cookie")?.split(";")[0] ?? "";
    const next = await get("/legal/terms", { cookie });
    expect(next.html).toContain('<html lang="ar" dir="rtl"');
    expect(next.html.replace(/<select.*<\/select>/s, "")).not.toMatch(/[٠-٩]/);
  });

  it.each([
    "/",
    "/discover",
    "/help",
    "/legal/terms",
    "/legal/privacy/versions",
    "/login",
    "/admin",
    "/admin/login",
    "/no-such-name",
    "/no/page",
  ])("A11-07 %s has the policy, and nothing inline", async (path) => {
    const { headers, html } = await get(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain("unsafe");
    expect(html).not.toMatch(/ style=| on\w+=/);
  });

  it("A11-10 every page is compressed as the client asks, varies as it must, and answers 304", async () => {
    for (const encoding of ["br", "gzip"]) {
      const { headers } = await get("/", { "accept-encoding": encoding });
      expect(headers.get("content-encoding")).toBe(encoding);
      for (const field of ["Accept", "Accept-Language", "Cookie", "Accept-Encoding"])
        expect(headers.get("vary")?.split(", ")).toContain(field);
    }
    const { headers } = await get("/help");
    expect((await get("/help", { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  });

  it("PGE-23 the site keeps an asset under its hash, sends the present one for an older hash, and knows no others", async () => {
    const { html } = await get("/");
    const asset = /href="(\/assets\/public-\w+\.css)"/.exec(html)?.[1] ?? "";
    const own = await get(asset);
    expect([own.status, own.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    const old = await get(asset.replace(/-\w+\./, "-AAAAAAAA."));
    expect([old.status, old.headers.get("cache-control"), old.html]).toEqual([200, "no-store", own.html]);
    expect((await get("/assets/nothing-AAAAAAAA.css")).status).toBe(404);
  });

  it("PGE-20 every page is 503 within 2.5 s while its service is away, with a number to quote", async () => {
    const other = await system.newCreator();
    const service = system.broker.getLocalService("creator");
    if (!service) throw new Error("no creator service");
    await system.broker.destroyService(service);
    const { status, headers, html } = await within(2_500, get(`/${other.username}`));
    expect([status, headers.has("retry-after")]).toEqual([503, true]);
    expect(html).toContain(`<code dir="ltr">${headers.get("x-request-id")}</code>`);
  });
});

describe("the weight of a page", () => {
  it.each(["/", "/help", "/discover", "/legal/terms"])(
    "A11-05 of %s is at most 100 kB compressed, with its style, font and script",
    async (path) => {
      const { html } = await get(path);
      const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address = ""]) => address);
      expect(files).toHaveLength(3);
      expect(await pageWeight([path, "/t.js", ...files].map((address) => system.base + address))).toBeLessThanOrEqual(100_000);
    },
  );
});
