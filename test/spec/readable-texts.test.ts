import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import { openAdminBrowser } from "../support/admin-browser.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";

let system: TestSystem;
let creator: CreatorPerson;
let fan: Person;
let admin: Person;

beforeAll(async () => {
  system = await startTestSystem();
  [creator, fan, admin] = await Promise.all([system.newCreator(), system.newFan(), system.admin()]);
});
afterAll(() => system.stop());

const ownPath = (path: string) => `/creators/${creator.creatorId}${path}`;

/** The routes by which people name things, each with the field of the given text. */
const naming: Readonly<Record<string, (text: string) => Promise<{ status: number }>>> = {
  "display name": (displayName) => fan.send("PATCH", "/auth/me", { displayName }),
  "name of a new account": (displayName) =>
    system.send("POST", "/auth/register", { body: { email: `${uuid()}@example.org`, password: "a long password", displayName } }),
  "link title": (title) => creator.send("POST", ownPath("/links"), { kind: "HEADING", title }),
  headline: (headline) => creator.send("PATCH", "/creators/me", { headline }),
  tag: (tag) => creator.send("PATCH", "/creators/me", { contentCategories: ["travel", tag] }),
  "ticket subject": (subject) => fan.send("POST", "/support/tickets", { subject, message: "Where is it?" }),
  "package title": (title) => creator.send("PATCH", ownPath("/dm-settings"), { title }),
  "automatic reply": (autoReplyText) => creator.send("PATCH", "/creators/me", { autoReplyText }),
  "message of a ticket": (message) => fan.send("POST", "/support/tickets", { subject: "Money", message }),
  message: (content) => fan.send("POST", "/messages", { receiverId: creator.userId, content, dmType: "FREE" }),
  "title of an article": (title) =>
    admin.send("POST", "/admin/help/articles", { slug: uuid(), title, content: "<p>x</p>", category: "none" }),
};
const ROUTES = Object.keys(naming);
const send = async (route: string, text: string) => (await naming[route]?.(text))?.status;

describe("texts that people read, over HTTP", () => {
  it.each(ROUTES)("FLD-03 %s: a text that nobody can see is 400", async (route) => {
    for (const blank of ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200b", "\u00ad", "\u200d\u3164"]) {
      expect([blank, await send(route, blank)]).toEqual([blank, 400]);
    }
  });

  it.each(ROUTES)("FLD-05 FLD-06 %s: half a character and a letter with 60 marks are 400", async (route) => {
    for (const text of ["a\ud83d", "\ude00", `a${"\u0301".repeat(60)}`, `Zo\u0065${"\u0308".repeat(60)}!`]) {
      expect([text, await send(route, text)]).toEqual([text, 400]);
    }
  });

  it("FLD-03 the refusal says in the language of the caller what is wrong, and which field; with other faults it is the general one", async () => {
    const headers = { "accept-language": "de" };
    const reply = await creator.send("PATCH", "/creators/me", { headline: "\u3164" }, { headers });
    expect([refusalOf(reply), reply.body.error.code]).toEqual(["400 error.unreadable_text", "VALIDATION_FAILED"]);
    expect(reply.body.error).toMatchObject({
      message: translate("de", "error.unreadable_text"),
      details: [{ message: "headline must contain something visible" }],
    });
    const both = await creator.send("PATCH", "/creators/me", { headline: "\u3164", minTimeoutHours: "x" });
    expect(refusalOf(both)).toBe("400 error.validation_failed");
  });

  it("FLD-03 a required link title of spaces is refused, an optional one is none", async () => {
    for (const title of ["   ", "\u00a0", ""]) {
      expect(refusalOf(await creator.send("POST", ownPath("/links"), { kind: "HEADING", title }))).toBe("400 creator.link.title_required");
      const mail = { kind: "EMAIL", url: "hello@example.org", title };
      expect(dataOf(await creator.send("POST", ownPath("/links"), mail), 201)).toMatchObject({ title: null });
    }
  });

  it("FLD-05 half a character of a machine is U+FFFD in the answer, the list, the history and the stored value alike", async () => {
    dataOf(await admin.send("PATCH", "/admin/config/keys/siteName", { value: "Fans\ud83d", reason: "a test" }), 200);
    for (const path of ["/admin/config/keys/siteName", "/admin/config/keys/siteName/history", "/admin/config/audit-log"]) {
      expect(JSON.stringify(dataOf(await admin.send("GET", path), 200))).toContain("Fans\ufffd");
    }
    const browser = await openAdminBrowser(system, admin);
    const endpoint = { url: "https://example.org/?half=\ud83d", kinds: ["message.sent"], description: "ok" };
    const { id, url } = dataOf<{ id: string; url: string }>(await browser.send("POST", "/admin/webhooks", endpoint), 201);
    expect(dataOf(await browser.send("GET", `/admin/webhooks/${id}`), 200)).toMatchObject({ url });
  });

  it("FLD-05 a preview ends with a whole character", async () => {
    const content = `${"x".repeat(99)}👩‍💻 and more`;
    dataOf(await fan.send("POST", "/messages", { receiverId: creator.userId, content, dmType: "FREE" }), 201);
    const { items } = dataOf<{ items: { preview: string }[] }>(await creator.send("GET", "/messages/sessions"), 200);
    expect(items.map(({ preview }) => preview)).toEqual(["x".repeat(99)]);
  });

  it("FLD-06 names with the marks of their language pass", async () => {
    for (const name of ["Hường".normalize("NFD"), "น้ำผึ้ง", "בְּרֵאשִׁ֖ית", "मौसमी", "علی\u200cرضا", "👩\u200d💻"]) {
      expect(dataOf(await fan.send("PATCH", "/auth/me", { displayName: name }), 200)).toMatchObject({ displayName: name });
    }
  });
});
