import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { decode } from "fast-png";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { type GetPage, headValues, pageClient } from "./page-client.ts";

const LINKS = ["First", "Second", "Third"];
const HOST = "https://fans.example.org";

let system: TestSystem;
let get: GetPage;
let creator: CreatorPerson;
let addressOf: (path?: string) => string;

beforeAll(async () => {
  const settings = { CONFIG_PAGES_ENABLED: "true", CONFIG_SITE_PUBLIC_HOST: HOST };
  system = await startTestSystem({ configOverrides: new Map(Object.entries(settings)) });
  get = pageClient(system.base);
  creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
  addressOf = (path = "") => `/${creator.username}${path}`;
  await own("PATCH", "/bio", { bio: "I answer every message." });
  dataOf(await creator.send("PATCH", "/creators/me", { headline: "Stories from the sea" }), 200);
  for (const title of LINKS) await own("POST", "/links", { title, url: `https://${title}.example.org/` });
  const { id } = await own<{ id: string }>("POST", "/socials", {
    platform: "youtube",
    handle: "cleo",
    url: "https://youtube.example/cleo",
  });
  await own("POST", `/socials/${id}/verify`, {});
});
afterAll(() => system.stop());

async function own<T>(method: string, path: string, body: object, who = creator): Promise<T> {
  const reply = await who.send(method, `/creators/${who.creatorId}${path}`, body);
  expect(reply.status).toBeLessThan(300);
  return reply.body.data as T;
}

describe("the page of a creator", () => {
  it("PGE-04 a creator's page shows name, price, links in their order and verified accounts to any client", async () => {
    const { status, headers, html } = await get(addressOf(), { accept: "*/*" });
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(html).toMatch(/<h1><bdi>Cleo<\/bdi><\/h1>/);
    expect(html).toContain("from €5.00");
    const positions = LINKS.map((title) => html.indexOf(`<span dir="auto">${title}</span>`));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions[0]).toBeGreaterThan(0);
    expect(html.match(/data-link="[^"]+"><svg class="icon"/g)).toHaveLength(LINKS.length);
    expect(html).toMatch(/YouTube<\/span> <bdi dir="ltr">@cleo<\/bdi>/);
  });

  it("PGE-04 a creator's page answers for hidden, banned and unknown creators alike, and sends capitals to the one spelling", async () => {
    const [hidden, banned] = [await system.newCreator(), await system.newCreator()];
    await own("PATCH", "/bio", { published: false }, hidden);
    const admin = await system.admin();
    dataOf(await admin.send("PATCH", `/admin/creators/${banned.creatorId}/status`, { creatorStatus: "BANNED", reason: "fraud" }), 200);
    const bodies = await Promise.all(
      [hidden.username, banned.username, "nobody-has-it"].map(async (username) => {
        const { status, html } = await get(`/${username}`);
        return [status, html.replaceAll(username, "NAME")];
      }),
    );
    expect(bodies[0]?.[0]).toBe(404);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    const moved = await get(`/${creator.username.toUpperCase()}?lang=de`);
    expect([moved.status, moved.headers.get("location")]).toEqual([301, `/${creator.username}?lang=de`]);
    const capital = creator.username.replace(/^./, (first) => first.toUpperCase());
    const movedCapital = await get(`/${capital}`);
    expect([movedCapital.status, movedCapital.headers.get("location")]).toEqual([301, `/${creator.username}`]);
  });

  it("PGE-05 a creator's page has canonical address, preview and structured data in its head", async () => {
    const { html } = await get(addressOf());
    expect(headValues(html, "canonical")).toEqual([`${HOST}${addressOf()}`]);
    expect(headValues(html, "me")).toEqual(["https://youtube.example/cleo"]);
    expect(headValues(html, "og:title")).toEqual(["Cleo"]);
    expect(headValues(html, "og:description")).toEqual(["Stories from the sea · Messages from €5.00: an answer or your money back"]);
    expect(headValues(html, "og:image")).toEqual([`${HOST}${addressOf("/card.png")}`]);
    const json = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "{}");
    expect(json).toMatchObject({ "@type": "ProfilePage", mainEntity: { name: "Cleo", sameAs: ["https://youtube.example/cleo"] } });
  });

  it("VIS-02 the page for a message describes itself, and search engines list the creator's page in its place", async () => {
    const { html } = await get(`${addressOf()}/message?lang=en`);
    expect(headValues(html, "canonical")).toEqual([`${HOST}${addressOf()}`]);
    expect(headValues(html, "description")).toEqual(["Stories from the sea · Messages from €5.00: an answer or your money back"]);
    expect(headValues(html, "robots")).toEqual([]);
  });

  it("PGE-05 a creator's page has a picture of 1200 × 630 pixels for previews", async () => {
    const response = await fetch(system.base + addressOf("/card.png"));
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(bytes.length).toBeLessThan(200_000);
    const { width, height, palette } = decode(bytes);
    expect([width, height, palette?.[0]]).toEqual([1_200, 630, [0x12, 0x39, 0x2f]]);
    expect((await get("/nobody-has-it/card.png")).status).toBe(404);
  });

  it("PGE-06 a creator's page has its QR code as an SVG on white with a margin of four modules", async () => {
    const { status, headers, html } = await get(addressOf("/qr.svg"));
    expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
    expect(html).toContain('<rect width="100%" height="100%" fill="#fff"/>');
    const side = Number(/viewBox="0 0 (\d+)/.exec(html)?.[1]);
    expect((side - 8 - 17) % 4).toBe(0);
    const known = await get(addressOf("/qr.svg"), { "if-none-match": headers.get("etag") ?? "" });
    expect(known.status).toBe(304);
  });

  it("PGE-07 a creator's page may be framed by the sites of the setting only, and only when its owner allows it", async () => {
    expect((await get(addressOf("/embed"))).status).toBe(404);
    await own("PATCH", "/bio", { embedEnabled: true });
    await system.setConfig("bio.embed_frame_ancestors", ["https://blog.example.org"]);
    const { status, headers, html } = await get(addressOf("/embed"));
    expect(status).toBe(200);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors https://blog.example.org");
    expect(policy).toContain("form-action 'none'");
    expect(html).not.toContain("<form");
    expect(html).toContain(`<span dir="auto">First</span>`);
    expect((await get(addressOf())).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const framedBy = async () =>
      (await get(addressOf("/embed"))).headers.get("content-security-policy")?.match(/frame-ancestors [^;]*/)?.[0];
    await system.setConfig("bio.embed_frame_ancestors", ["https://a.example", "https://b.example"]);
    expect(await framedBy()).toBe("frame-ancestors https://a.example https://b.example");
    await system.setConfig("bio.embed_frame_ancestors", []);
    expect(await framedBy()).toBe("frame-ancestors 'none'");
    await system.setConfig("bio.embed_frame_ancestors", ["https://blog.example.org"]);
  });

  it("PGE-04 a creator's page tells the time for an answer in hours up to three days, and in days above", async () => {
    const promise = async (hours: number) => {
      await system.setConfig("dm.timeout_hours", hours);
      return /Reply within [^<]*/.exec((await get(addressOf(`?hours=${hours}`))).html)?.[0];
    };
    expect(await promise(168)).toBe("Reply within 7 days or your money back");
    expect(await promise(48)).toBe("Reply within 48 hours or your money back");
  });

  it("PGE-09 a creator's page tells the end of an absence and offers no message", async () => {
    const away = await system.newCreator();
    await own("PATCH", "/vacation", { enabled: true, endDate: "2099-06-12T10:00:00Z" }, away);
    const { html } = await get(`/${away.username}`);
    expect(html).toContain("Away until June 12, 2099");
    expect(html).not.toContain(`/${away.username}/message`);
  });

  it("PGE-10 a creator's page keeps markup as text, and opens no script", async () => {
    const mallory = await system.newCreator();
    await own("PATCH", "/bio", { bio: "<img src=x onerror=alert(1)></script><script>alert(2)</script>" }, mallory);
    const { id } = await own<{ id: string }>("POST", "/links", { title: "<b>bold</b>", url: "https://a.example.org/" }, mallory);
    await system.runtime
      .database("creator")
      .connection.collection<{ _id: string }>("links")
      .updateOne({ _id: id }, { $set: { url: "javascript:alert(3)" } });
    const { html } = await get(`/${mallory.username}`);
    expect(html).toContain("&lt;b>bold&lt;/b>");
    expect(html).not.toMatch(/<img src=x|<script>alert|<b>|href="javascript:/);
  });

  it("A11-07 a creator's page denies browser features that no page needs, and names none that desktop browsers do not know", async () => {
    const features = (await get(`/${creator.username}`)).headers.get("permissions-policy")?.split(", ");
    expect(features).toEqual(["clipboard-write=(self)", "camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"]);
  });

  it("PGE-28 a creator's page shows an unknown template as the plain one, without inline style", async () => {
    const look = async (templateId: string | null) => {
      const one = await system.newCreator();
      await own("PATCH", "/bio", { templateId }, one);
      const { html } = await get(`/${one.username}`);
      expect(html).not.toContain(" style=");
      return /data-template="(\w+)"/.exec(html)?.[1];
    };
    expect([await look(null), await look("toString"), await look("night")]).toEqual(["paper", "paper", "night"]);
  });

  it("EAS-19 a creator's page asks for no address that it could not write to", async () => {
    const { html } = await get(addressOf());
    expect(html).not.toMatch(/type="email"|method="post"/);
    const body = new URLSearchParams({ email: "reader@example.org" }).toString();
    const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
    const sent = await fetch(system.base + addressOf(), { method: "POST", headers, body });
    expect(sent.status).toBe(404);
    expect(await system.runtime.database("notification").connection.collection("email_subscriptions").countDocuments()).toBe(0);
  });

  it("TRK-06 a creator's page sends neither tracker nor question to a browser that asks not to be tracked", async () => {
    const counted = await get(addressOf());
    expect(counted.html).toMatch(/src="\/t\.js" async(="")? data-page="[\w-]{36}" data-creator="[\w-]{36}" data-token="\w{32}"/);
    expect(counted.html).toContain('id="consent"');
    const { html } = await get(addressOf(), { "sec-gpc": "1" });
    expect(html).not.toMatch(/\/t\.js|id="consent"|privacy-choices/);
  });

  it("TRK-09 a creator's page keeps tracker and question while analytics does not answer, and has a token again as soon as it does", async () => {
    const path = addressOf("?away");
    const analytics = system.broker.getLocalService("analytics");
    await system.broker.destroyService(analytics);
    const { status, html } = await get(path);
    expect([status, html.includes('id="consent"')]).toEqual([200, true]);
    expect(html).toMatch(/src="\/t\.js"[^>]* data-token(="")?[ >]/);
    system.broker.createService(analytics.schema);
    await system.broker.waitForServices("analytics");
    expect((await get(path)).html).toMatch(/data-token="\w{32}"/);
  });

  it("a creator's page has a sheet with the QR code and the address", async () => {
    const { status, html } = await get(addressOf("/sheet"));
    expect([status, html.includes(`src="/${creator.username}/qr.svg"`), html.includes(`${HOST}${addressOf()}`)]).toEqual([200, true, true]);
  });
});

describe("the search for a creator", () => {
  it("EAS-11 PGE-19 FLD-22 finds creators by the beginnings of their words, accents aside", async () => {
    const similar = await system.newCreator();
    dataOf(await similar.send("PATCH", "/auth/me", { displayName: "Maximiliane" }), 200);
    await eventually(async () => {
      const { html } = await get("/discover?q=max");
      expect(html).toContain(`href="/${similar.username}"`);
    });
    dataOf(await similar.send("PATCH", "/auth/me", { displayName: "Zoë İptal-Straße" }), 200);
    for (const asked of ["zoe", "ZOË", "iptal", "strasse", "zo\u0065\u0308"]) {
      await eventually(async () =>
        expect((await get(`/discover?q=${encodeURIComponent(asked)}`)).html).toContain(`href="/${similar.username}"`),
      );
    }
    expect((await get(`/discover?q=${encodeURIComponent("\u0301")}`)).html).not.toContain(`href="/${similar.username}"`);
    expect((await get(`/discover?q=@${similar.username.slice(0, -1)}`)).html).toContain(`href="/${similar.username}"`);
  });
});

describe("the tracker", () => {
  it("TRK-01 the tracker has at most 4,096 bytes compressed and asks no other host", async () => {
    const response = await fetch(`${system.base}/t.js`, { headers: { "accept-encoding": "br" } });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(Number(response.headers.get("content-length"))).toBeLessThanOrEqual(4_096);
    expect(await response.text()).not.toMatch(/https?:\/\//);
  });
});
