import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { type CreatorPerson, dataOf, type TestSystem } from "../support/test-system.ts";

const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

/** A creator of paid messages, with links of these titles on the page. */
export async function creatorWithLinks(system: TestSystem, ...titles: readonly string[]): Promise<CreatorPerson> {
  const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
  for (const title of titles) {
    const body = { kind: "LINK", title, url: "https://www.example.org/" };
    dataOf(await creator.send("POST", `/creators/${creator.creatorId}/links`, body), 201);
  }
  return creator;
}

/** Visits of several people, each of whom sees the page `views` times and has allowed counting. */
export async function visit(
  system: TestSystem,
  { username }: CreatorPerson,
  { people, views }: { readonly people: number; readonly views: number },
): Promise<void> {
  const html = await (await fetch(`${system.base}/${username}`)).text();
  const [bioPageId = "", creatorId = "", trackingToken = ""] = ["page", "creator", "token"].map(
    (name) => new RegExp(`data-${name}="([^"]+)"`).exec(html)?.[1] ?? "",
  );
  const headers = { "user-agent": CHROME };
  for (let person = 0; person < people; person += 1) {
    const origin = { landingPage: `${system.base}/${username}`, referrer: "https://video.example/" };
    const body = { visitorId: uuid(), bioPageId, creatorId, trackingToken, consentAnalytics: "granted", ...origin };
    const { id } = dataOf<{ id: string }>(await system.send("POST", "/analytics/session", { body, headers }), 200);
    for (let view = 0; view < views; view += 1) {
      await system.send("POST", `/bio/${bioPageId}/view`, { body: {}, headers });
      const seen = { sessionId: id, bioPageId, url: `${system.base}/${username}`, path: `/${username}` };
      dataOf(await system.send("POST", "/analytics/pageview", { body: seen, headers }), 200);
    }
  }
}

/** Whether any pixel of a canvas is painted. */
export const isDrawn = (index: number) => `(() => {
  const canvas = document.querySelectorAll("canvas")[${index}];
  return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean);
})()`;

/** The value that a page shows for a label. */
export const factIs = (page: Page, name: string, value: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt").getByText(name, { exact: true }) })
    .locator("dd")
    .getByText(value, { exact: true })
    .waitFor();

/** Changes fields in the API's answers to a page. */
export async function answerAs(page: Page, address: string, fields: object | ((url: URL) => object)): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = (await response.json()) as { data: object };
    const changed = typeof fields === "function" ? fields(new URL(route.request().url())) : fields;
    await route.fulfill({ response, json: { ...envelope, data: { ...data, ...changed } } });
  });
}
