import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import {
  acceptLegalText,
  getLegalVersion,
  getPrivacyPolicy,
  getTerms,
  listAcceptances,
  listLegalVersions,
  listPublicLegalVersions,
} from "#libs/contracts/content/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type ContentFixture, startContent } from "./fixture.ts";

const TERMS = "legal.terms_of_service";
const PRIVACY = "legal.privacy_policy";

let content: ContentFixture;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

const terms = () => call(content.broker, getTerms, {});
const privacy = () => call(content.broker, getPrivacyPolicy, {});
const history = (kind: "terms" | "privacy", query = {}) => content.editor.call(listLegalVersions, { kind, ...query });
const textOfDay = (kind: "terms" | "privacy", date: string) => call(content.broker, getLegalVersion, { kind, date });
const versionsOnceComplete = (kind: "terms" | "privacy", total: number) =>
  eventually(async () => {
    const page = await history(kind, { limit: 50 });
    expect(page.total).toBe(total);
    return page.items;
  });

describe("legal texts", () => {
  it("LEG-01 LEG-02 legal texts are placeholders without a date until one is published", async () => {
    expect(await terms()).toEqual({ content: "Terms of service not yet published.", lastUpdated: null });
    expect(await privacy()).toEqual({ content: "Privacy policy not yet published.", lastUpdated: null });
    expect(await history("terms")).toMatchObject({ items: [], total: 0 });
    expect(await outcomeOf(content.newUser().call(acceptLegalText, { kind: "terms" }))).toBe("legal.error.not_published");
  });

  it("LEG-03 LEG-04 LEG-05 legal texts have the time of their last change, and are placeholders again after they were unset", async () => {
    await content.setSetting(TERMS, "<h1>Terms</h1>");
    await content.setSetting(PRIVACY, "<h1>Privacy</h1>");
    const changedAt = content.runtime.config.changedAt(TERMS);
    expect(await terms()).toEqual({ content: "<h1>Terms</h1>", lastUpdated: changedAt?.toISOString() });
    expect((await privacy()).content).toBe("<h1>Privacy</h1>");
    await content.setSetting(TERMS, null);
    expect(await terms()).toEqual({ content: "Terms of service not yet published.", lastUpdated: null });
    expect((await privacy()).content).toBe("<h1>Privacy</h1>");
  });

  it("LEG-08 LEG-10 legal texts are sanitized when they are read, for texts that were stored unsanitized", async () => {
    const { config } = content.runtime;
    const value = '<p onclick="x()">old</p><script>x()</script>';
    const updatedAt = "2030-01-01T00:00:00.000Z";
    config.update({ revision: `${uuid()}.1`, values: [{ key: TERMS, scope: null, value, updatedAt }], flags: [], killSwitches: [] });
    expect(await terms()).toEqual({ content: "<p>old</p>", lastUpdated: updatedAt });
    const versions = content.runtime.database("content").connection.collection<{ _id: string }>("legal_versions");
    const version = { _id: uuid(), kind: "terms", content: value, publishedAt: new Date(updatedAt), publishedBy: uuid() };
    await versions.insertOne(version);
    expect(await textOfDay("terms", "2030-01-01")).toEqual({ content: "<p>old</p>", lastUpdated: updatedAt });
    await versions.deleteOne({ _id: version._id });
  });

  it("LEG-10 legal texts have one version for each change, with the text of that change, also for changes in quick succession", async () => {
    const before = (await history("privacy")).total;
    for (const text of ["one", "two", "three"]) await content.setSetting(PRIVACY, `<p>${text}</p>`);
    const [third, second, first] = await versionsOnceComplete("privacy", before + 3);
    expect([first, second, third].map((version) => version?.characters)).toEqual([10, 10, 12]);
    const dates = [first, second, third].map((version) => version?.publishedAt ?? "");
    expect(dates).toEqual([...dates].sort());
    expect((await privacy()).lastUpdated).toBe(third?.publishedAt);
    expect(await history("privacy", { page: 2, limit: 1 })).toMatchObject({ total: before + 3, items: [{ id: second?.id }] });
  });

  it("LEG-10 legal texts are found by date: the text in force at the end of that day", async () => {
    const { clock } = content.runtime;
    const before = (await history("terms")).total;
    // A running clock would reach the next day while the process pauses.
    clock.stop();
    const publish = async (at: string, text: string | null) => {
      clock.set(new Date(at));
      await content.setSetting(TERMS, text);
    };
    await publish("2041-03-01T08:00:00Z", "<p>morning</p>");
    await publish("2041-03-01T23:59:59Z", "<p>night</p>");
    await publish("2041-03-03T00:00:00Z", "<p>later</p>");
    await publish("2041-03-05T12:00:00Z", null);
    await publish("2041-03-07T09:00:00Z", "<p>again</p>");
    clock.reset();
    await versionsOnceComplete("terms", before + 5);
    const days = await call(content.broker, listPublicLegalVersions, { kind: "terms" });
    expect(days.slice(0, 3)).toEqual([
      { date: "2041-03-07", current: true },
      { date: "2041-03-03", current: false },
      { date: "2041-03-01", current: false, earlier: [expect.stringMatching(/^2041-03-01T08:00:00/)] },
    ]);
    const [morning = ""] = days[2]?.earlier ?? [];
    expect(await textOfDay("terms", morning)).toEqual({ content: "<p>morning</p>", lastUpdated: morning });
    expect((await textOfDay("terms", "2041-03-01")).content).toBe("<p>night</p>");
    expect((await textOfDay("terms", "2041-03-02")).content).toBe("<p>night</p>");
    const later = await textOfDay("terms", "2041-03-04");
    expect(later).toEqual({ content: "<p>later</p>", lastUpdated: expect.stringMatching(/^2041-03-03T00:00:00/) });
    expect(await outcomeOf(textOfDay("terms", "2041-03-05"))).toBe("legal.error.version_not_found");
    expect(await outcomeOf(textOfDay("terms", "1999-01-01"))).toBe("legal.error.version_not_found");
    expect(await outcomeOf(textOfDay("terms", "2041-02-30"))).toBe("error.validation_failed");
    expect((await history("terms")).items[1]).toMatchObject({ withdrawn: true, characters: 0 });
  });

  it("LEG-10 legal texts have no version for changes of other settings", async () => {
    const rows = () => content.runtime.database("content").connection.collection("legal_versions").countDocuments();
    const before = await rows();
    await content.setSetting("tagline", "Something else");
    await eventually(async () => expect(await content.appliedEvents()).toBeGreaterThan(before));
    expect(await rows()).toBe(before);
  });

  it("a user accepts the current text once, and an older one is refused", async () => {
    const user = content.newUser();
    await content.setSetting(PRIVACY, "<p>first</p>");
    const accepted = await user.call(acceptLegalText, { kind: "privacy" });
    expect(accepted).toMatchObject({ kind: "privacy", version: (await privacy()).lastUpdated });
    content.runtime.clock.advance(DAY);
    const repeated = await Promise.all([1, 2, 3].map(() => user.call(acceptLegalText, { kind: "privacy", version: accepted.version })));
    expect(repeated).toEqual([accepted, accepted, accepted]);
    await content.setSetting(PRIVACY, "<p>second</p>");
    expect(await outcomeOf(user.call(acceptLegalText, { kind: "privacy", version: accepted.version }))).toBe(
      "legal.error.version_outdated",
    );
    const newer = await user.call(acceptLegalText, { kind: "privacy" });
    expect(await user.call(listAcceptances, {})).toMatchObject({ total: 2, items: [newer, accepted] });
    expect(await content.newUser().call(listAcceptances, {})).toMatchObject({ total: 0, items: [] });
    content.runtime.clock.reset();
  });

  it("one acceptance is stored when several requests race", async () => {
    const user = content.newUser();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => user.call(acceptLegalText, { kind: "privacy" })));
    expect(new Set(outcomes.map(({ acceptedAt }) => acceptedAt)).size).toBe(1);
    expect((await user.call(listAcceptances, {})).total).toBe(1);
  });
});
