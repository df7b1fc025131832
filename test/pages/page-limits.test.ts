import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { solve } from "../providers/solve.ts";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";

const [PAGES, REGISTRATIONS, WITHOUT_CAPTCHA, MAILS, REFRESHES] = [4, 5, 3, 2, 3];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({
    configOverrides: new Map([
      ["CONFIG_PAGES_ENABLED", "true"],
      ["CONFIG_RATELIMIT_PAGES_LIMIT", `${PAGES}`],
      ["CONFIG_RATELIMIT_REGISTER_LIMIT", `${REGISTRATIONS}`],
      ["CONFIG_RATELIMIT_MAIL_REQUEST_LIMIT", `${MAILS}`],
      ["CONFIG_RATELIMIT_REFRESH_LIMIT", `${REFRESHES}`],
      ["CONFIG_AUTH_CAPTCHA_AFTER_REGISTRATIONS", `${WITHOUT_CAPTCHA}`],
      ["CONFIG_PROVIDER_CAPTCHA_DIFFICULTY", "8"],
    ]),
  });
});
afterAll(() => system?.stop());

const times = <T>(count: number, work: () => Promise<T>) =>
  Array.from({ length: count }).reduce<Promise<T[]>>(async (done) => [...(await done), await work()], Promise.resolve([]));

describe("limits of pages and of what they send", () => {
  it("PGE-21 too many pages are refused as a page; assets do not count", async () => {
    const get = (path: string) => fetch(system.base + path, { headers: { accept: "text/html" } });
    const html = await (await get("/login")).text();
    const asset = /\/assets\/[^"]+\.css/.exec(html)?.[0] ?? "";
    expect((await times(PAGES + 2, () => get(asset))).map(({ status }) => status)).toEqual(Array(PAGES + 2).fill(200));
    const statuses = (await times(PAGES, () => get("/login"))).map(({ status }) => status);
    expect(statuses).toEqual([...Array(PAGES - 1).fill(200), 429]);
    const refused = await get("/login");
    expect([refused.headers.get("content-type"), Number(refused.headers.get("retry-after"))]).toEqual([
      "text/html; charset=utf-8",
      expect.any(Number),
    ]);
    expect(await refused.text()).toContain("Too many requests");
    expect((await get(asset)).status).toBe(200);
  });

  it("PGE-21 many registrations from one network need a captcha first, too many are refused", async () => {
    const register = async (captchaToken?: string) => {
      const body = { email: `l${uuid().slice(-12)}@example.org`, password: "a password of one user", captchaToken };
      const reply = await system.send("POST", "/auth/register", { body });
      return [reply.status, reply.body.error?.i18nKey];
    };
    const { challenge, difficulty } = (await system.send("GET", "/auth/captcha")).body.data as { challenge: string; difficulty: number };
    expect(await times(WITHOUT_CAPTCHA, () => register())).toEqual(Array(WITHOUT_CAPTCHA).fill([201, undefined]));
    expect(await register()).toEqual([400, "auth.captcha.required"]);
    expect(await register(solve({ challenge, difficulty }))).toEqual([201, undefined]);
    expect((await register())[0]).toBe(429);
  });

  it("PGE-21 THR-25 many registrations from one IPv6 site need a captcha first, four times as many as from one network", async () => {
    const registerFrom = async (address: string) => {
      const body = { email: `l${uuid().slice(-12)}@example.org`, password: "a password of one user" };
      return (await system.send("POST", "/auth/register", { body, headers: { "x-forwarded-for": address } })).status;
    };
    let network = 0;
    const fromSite = () => registerFrom(`2001:db8:7:${(++network).toString(16)}::1`);
    expect(await times(4 * WITHOUT_CAPTCHA, fromSite)).toEqual(Array(4 * WITHOUT_CAPTCHA).fill(201));
    expect(await fromSite()).toBe(400);
    expect(await registerFrom("2001:db8:8:1::1")).toBe(201);
  });

  it("PGE-21 mails that anybody may request have a limit of their own", async () => {
    const ask = () => system.send("POST", "/auth/password/forgot", { body: { email: "nobody@example.org" } });
    const replies = await times(MAILS + 1, ask);
    expect(replies.map(({ status }) => status)).toEqual([...Array(MAILS).fill(202), 429]);
    expect(replies[0]?.headers.get("ratelimit-policy")).toMatch(/^"mail_request"/);
  });

  it("refreshes are counted by token, so that tabs of other people in the network are not refused", async () => {
    const refresh = (refreshToken: string) => system.send("POST", "/auth/refresh", { body: { refreshToken } });
    const statuses = (await times(REFRESHES + 1, () => refresh("a token of one browser"))).map(({ status }) => status);
    expect(statuses).toEqual([...Array(REFRESHES).fill(401), 429]);
    expect((await refresh("a token of another one")).status).toBe(401);
  });
});
