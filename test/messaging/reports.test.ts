import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  createModerationRule,
  getModeratedMessage,
  listReports,
  REPORT_CATEGORIES,
  reportMessage,
  resolveReport,
} from "#libs/contracts/messaging.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { DSA_CATEGORIES } from "#services/messaging/domain/report.ts";
import { messagingWorld, outcomesOf, type World } from "./messaging-fixture.ts";
import { aSentMessage, replyTo, type SentMessage } from "./sent-message.ts";

let world: World;
const moderator = uuid();

beforeAll(async () => {
  world = await messagingWorld();
  await as()(createModerationRule, { name: "a word", pattern: "forbidden" });
});
afterAll(() => world.stop());

const as = () => world.as(moderator, ["MODERATOR"]);
const report = ({ messageId }: SentMessage, by: string, comment?: string) =>
  world.as(by)(reportMessage, { messageId, category: "HARASSMENT", ...(comment === undefined ? {} : { comment }) });
const resolve = (reportId: string) => as()(resolveReport, { reportId, resolution: "DISMISSED", reason: "nothing wrong" });

describe("reports", () => {
  it("RPT-01 the receiver and the sender report, nobody else; an unknown message does not exist", async () => {
    const sent = await aSentMessage(world);
    expect(await report(sent, sent.creator, "rude")).toEqual({ reportId: expect.any(String), status: "OPEN" });
    expect(await report(sent, sent.fan)).toMatchObject({ status: "OPEN" });
    await expect(report(sent, world.aFan())).rejects.toMatchObject({ key: "message.error.not_party", code: 403 });
    await expect(report({ ...sent, messageId: uuid() }, sent.fan)).rejects.toMatchObject({ key: "message.error.not_found" });
    const { items } = await as()(listReports, { status: "OPEN" });
    expect(items[1]).toEqual({
      reportId: expect.any(String),
      messageId: sent.messageId,
      reporterId: sent.creator,
      reportedId: sent.fan,
      category: "HARASSMENT",
      dsaCategory: "STATEMENT_CATEGORY_CYBER_VIOLENCE",
      comment: "rude",
      status: "OPEN",
      createdAt: expect.any(String),
      resolution: null,
      resolvedBy: null,
      resolvedAt: null,
      resolutionReason: null,
    });
    expect(items[0]).toMatchObject({ reporterId: sent.fan, reportedId: sent.creator, comment: null });
  });

  it("RPT-01 a message that is held back does not exist for its receiver", async () => {
    const sent = await aSentMessage(world, { content: "a forbidden one" });
    await expect(report(sent, sent.creator)).rejects.toMatchObject({ key: "message.error.not_found" });
    expect(await report(sent, sent.fan)).toMatchObject({ status: "OPEN" });
  });

  it("RPT-01 twenty reports of one reporter at once: one is taken; after it is closed there may be another", async () => {
    const sent = await aSentMessage(world);
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 20 }, () => report(sent, sent.creator)));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["message.report.error.already_open"])]);
    const [open] = await world.documents("message_reports", { messageId: sent.messageId });
    await resolve(String(open?._id));
    expect(await report(sent, sent.creator)).toMatchObject({ status: "OPEN" });
    await expect(report(sent, sent.creator)).rejects.toMatchObject({ key: "message.report.error.already_open", code: 409 });
  });

  it("RPT-01 is closed once, audited, and told", async () => {
    const sent = await aSentMessage(world);
    const { reportId } = await report(sent, sent.creator);
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => resolve(reportId)));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["moderation.error.report_resolved"])]);
    expect(await world.documents("audit_log", { target: reportId })).toMatchObject([
      { actor: moderator, action: "moderation.resolve_report", details: { resolution: "DISMISSED", reason: "nothing wrong" } },
    ]);
    const told = (await world.events("moderation.report_resolved")).filter((event) => event.reportId === reportId);
    expect(told).toMatchObject([{ messageId: sent.messageId, reporterId: sent.creator, resolution: "DISMISSED" }]);
    const closed = (await as()(listReports, { status: "RESOLVED" })).items[0];
    expect(closed).toMatchObject({ reportId, resolution: "DISMISSED", resolvedBy: moderator, resolutionReason: "nothing wrong" });
    await expect(resolve(uuid())).rejects.toMatchObject({ key: "moderation.error.report_not_found" });
  });

  it("RPT-01 is not closed by who reported, nor by whom it is about", async () => {
    const sent = await aSentMessage(world);
    const { reportId } = await report(sent, sent.creator);
    for (const party of [sent.creator, sent.fan]) {
      const own = world.as(party, ["MODERATOR"])(resolveReport, { reportId, resolution: "DISMISSED", reason: "not me" });
      await expect(own).rejects.toMatchObject({ key: "error.forbidden", code: 403 });
    }
    expect(await world.documents("message_reports", { _id: reportId })).toMatchObject([{ status: "OPEN" }]);
  });

  it("RPT-01 MOD-03 while a report is open, a moderator may read the message and its reply", async () => {
    const sent = await aSentMessage(world, { content: "a rude text" });
    await replyTo(world, sent, { content: "a ruder one" });
    const read = () => as()(getModeratedMessage, { messageId: sent.messageId });
    await expect(read()).rejects.toMatchObject({ key: "moderation.error.content_unavailable" });
    const { reportId } = await report(sent, sent.fan);
    expect(await read()).toMatchObject({ content: "a rude text", reply: "a ruder one", ground: "REPORT" });
    await resolve(reportId);
    await expect(read()).rejects.toMatchObject({ key: "moderation.error.content_unavailable" });
  });

  it.each(REPORT_CATEGORIES)("RPT-01 %s has a category of the Digital Services Act", (category) => {
    expect(DSA_CATEGORIES[category]).toMatch(/^STATEMENT_CATEGORY_[A-Z_]+$/);
  });
});
