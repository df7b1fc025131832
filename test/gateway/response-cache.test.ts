import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { gatewayPort, gatewayService } from "#gateway/gateway.service.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { memoryStream } from "#libs/platform/events/memory-stream.ts";
import { countCommands, countWork, type WorkCounter } from "#test/budget/count-work.ts";
import { newAdmin, openAdminBrowser, setRoles } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { httpClient, type Reply, type Send } from "../support/http.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { createTestRuntime, type TestRuntime } from "../support/runtime.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

/** The rule allows one second for reads and two for permissions; hints are much faster. */
const WITHIN_MS = 2_000;

const STARTS = "starting-a-conversation";
const PUBLIC_READS = [
  "/legal/terms",
  "/legal/privacy",
  "/public/help/articles",
  "/public/help/articles?search=message&limit=5",
  "/public/help/categories",
  "/public/i18n/locales",
  "/public/i18n/de",
];
const SETTINGS_READS = [
  "/admin/config/keys/siteName",
  "/admin/config/keys/siteName/effective?platform=IOS",
  "/admin/config/keys/siteName/scoped",
  "/admin/config/domains",
  "/admin/config/domains/messaging",
  "/admin/config/flags",
  "/admin/config/kill-switches",
  "/admin/config/orphans",
  "/admin/config/all",
  "/admin/providers",
];

/** Runs work while both gateways answer requests. */
async function underLoad(gateways: readonly Send[], work: () => Promise<void>): Promise<void> {
  let running = true;
  const visit = async (send: Send) => {
    while (running) expect((await send("GET", "/public/help/categories")).status).toBe(200);
  };
  const visits = gateways.flatMap((send) => Array.from({ length: 8 }, () => visit(send)));
  await work().finally(() => {
    running = false;
  });
  await Promise.all(visits);
}

describe("the response cache of a gateway", () => {
  let nats: NatsServer;
  let system: TestSystem;
  let second: { readonly broker: ServiceBroker; readonly runtime: TestRuntime };
  let gateways: readonly Send[];
  let admin: Person;
  let counter: WorkCounter;

  beforeAll(async () => {
    nats = await startNatsServer();
    const configOverrides = new Map([["CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT", "100000"]]);
    const commands = countCommands();
    system = await startTestSystem({ natsServers: [nats.url], configOverrides }, "lifted", { process: "first" });
    const runtime = createTestRuntime(system.runtime.env, { process: "second", stream: memoryStream({ logger: system.runtime.logger }) });
    const broker = createBroker(runtime, [(own) => gatewayService(own)]);
    await broker.start();
    second = { broker, runtime };
    gateways = [system.send, httpClient(`http://127.0.0.1:${gatewayPort(broker)}/api/v1`)];
    counter = countWork(commands, system.broker);
    admin = await system.admin();
  });
  afterAll(async () => {
    counter.stop();
    await second.broker.stop();
    await second.runtime.close();
    await system.stop();
    await nats.dispose();
  });

  const workOf = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly [string, ...number[]]> => {
    const reply = await system.send("GET", path, { token: admin.token, headers });
    expect([path, reply.status]).toEqual([path, headers["if-none-match"] ? 304 : 200]);
    return [path, ...counter.of(reply.headers.get("x-request-id") ?? "")];
  };
  /** Sends requests until the gateway answers from its response cache. */
  const warm = (path: string) => eventually(async () => expect(await workOf(path)).toEqual([path, 0, 0, 0]));
  const everywhere = (check: (reply: Reply) => void, path: string, options: Parameters<Send>[2] = {}) =>
    eventually(async () => {
      for (const send of gateways) check(await send("GET", path, { token: admin.token, ...options }));
    }, WITHIN_MS);
  const setTitle = async (title: string) => {
    const articles = await admin.send("GET", "/admin/help/articles");
    const { items } = dataOf<{ items: { id: string; slug: string }[] }>(articles, 200);
    const { id = "", slug = "" } = items[0] ?? {};
    dataOf(await admin.send("PATCH", `/admin/help/articles/${id}`, { title }), 200);
    return slug;
  };

  it("SPD-08 repeated reads of settings, legal texts, help and locales take no database command and no message on the bus", async () => {
    const paths = [...PUBLIC_READS, ...SETTINGS_READS];
    await Promise.all(paths.map(warm));
    expect(await Promise.all(paths.map((path) => workOf(path)))).toEqual(paths.map((path) => [path, 0, 0, 0]));
    expect(await Promise.all(["full", "public"].map((scope) => workOf(`/openapi/${scope}.json`)))).toEqual([
      ["/openapi/full.json", 0, 0, 0],
      ["/openapi/public.json", 0, 0, 0],
    ]);
    const { headers } = await system.send("GET", "/legal/terms");
    expect(await workOf("/legal/terms", { "if-none-match": headers.get("etag") ?? "" })).toEqual(["/legal/terms", 0, 0, 0]);
  });

  it("STF-05 what is cached for staff who read settings is not given to an editor, who reads those of legal texts", async () => {
    const editor = await newAdmin(system, "EDITOR");
    const statusFor = async (key: string) => (await editor.send("GET", `/admin/config/keys/${key}`)).status;
    await Promise.all(["/admin/config/keys/siteName", "/admin/config/keys/legal.privacy_policy"].map(warm));
    expect([await statusFor("siteName"), await statusFor("legal.privacy_policy")]).toEqual([403, 200]);
  });

  it("SPD-05 a change is visible at once where it was made, and everywhere within two seconds", async () => {
    const slug = await setTitle("First title");
    await Promise.all([`/public/help/articles/${slug}`, "/legal/terms", "/admin/config/flags"].map(warm));
    await setTitle("Second title");
    expect(dataOf(await system.send("GET", `/public/help/articles/${slug}`), 200)).toMatchObject({ title: "Second title" });
    await everywhere(({ body }) => expect(body.data).toMatchObject({ title: "Second title" }), `/public/help/articles/${slug}`);
    await system.setConfig("legal.terms_of_service", "<p>New terms</p>");
    await everywhere(({ body }) => expect(body.data).toMatchObject({ content: "<p>New terms</p>" }), "/legal/terms");
    dataOf(await admin.send("POST", "/admin/config/flags", { key: "kept.answers" }), 201);
    const flags = dataOf<{ key: string }[]>(await admin.send("GET", "/admin/config/flags"), 200);
    expect(flags.map(({ key }) => key)).toContain("kept.answers");
    await everywhere(({ body }) => expect(JSON.stringify(body.data)).toContain("kept.answers"), "/admin/config/flags");
  });

  it("SPD-05 a change whose hint was lost is visible everywhere within two seconds", async () => {
    const slug = await setTitle("With a hint");
    const path = `/public/help/articles/${slug}`;
    await Promise.all([path, "/admin/config/flags"].map(warm));
    const content = system.runtime.database("content").connection;
    await content.collection("help_articles").updateOne({ slug }, { $set: { title: "Without a hint" } });
    await content.collection("content_revision").updateOne({}, { $set: { revision: "of another process" } });
    await everywhere(({ body }) => expect(body.data).toMatchObject({ title: "Without a hint" }), path);
    const config = system.runtime.database("config").connection;
    await config.collection<{ _id: string }>("feature_flags").updateOne({ _id: "kept.answers" }, { $set: { enabled: true } });
    await config.collection("config_revision").updateOne({}, { $inc: { number: 1 } });
    const isOn = expect.arrayContaining([expect.objectContaining({ key: "kept.answers", enabled: true })]);
    await everywhere(({ body }) => expect(body.data).toEqual(isOn), "/admin/config/flags");
  });

  it("SPD-05 a cached response is served only to callers who may have it", async () => {
    const user = await system.newUser();
    await warm("/admin/config/flags");
    expect((await user.send("GET", "/admin/config/flags")).status).toBe(403);
    expect((await system.send("GET", "/admin/config/flags")).status).toBe(401);
    expect((await system.send("GET", `/public/help/articles/${STARTS}-gone`)).status).toBe(404);
  });

  it("SPD-16 a revoked session, a changed role, a tripped kill switch and a changed limit act within two seconds in every gateway under load", () =>
    underLoad(gateways, async () => {
      const user = await system.newUser();
      await everywhere(({ status }) => expect(status).toBe(200), "/auth/me", { token: user.token });
      dataOf(await user.send("POST", "/auth/logout", {}), 200);
      await everywhere(({ status }) => expect(status).toBe(401), "/auth/me", { token: user.token });

      const colleague = await newAdmin(system, "ADMIN");
      const browser = await openAdminBrowser(system, colleague);
      const asColleague = { token: undefined, headers: { cookie: browser.cookie } };
      await everywhere(({ status }) => expect(status).toBe(200), "/admin/help/articles", asColleague);
      await setRoles(system, colleague.userId, ["SUPPORT"]);
      await everywhere(({ status }) => expect(status).toBe(403), "/admin/help/articles", asColleague);

      dataOf(await admin.send("PATCH", "/admin/config/kill-switches/DISCOVER", { active: true }), 200);
      await everywhere(({ status }) => expect(status).toBe(503), "/discover/category/INSTAGRAM");
      dataOf(await admin.send("PATCH", "/admin/config/kill-switches/DISCOVER", { active: false }), 200);

      await system.setConfig("ratelimit.default_ip.limit", 77_777);
      await everywhere(({ headers }) => expect(headers.get("ratelimit-policy")).toContain("q=77777"), "/legal/terms");
    }));
});
