import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  createModerationRule,
  getModeratedMessage,
  listReports,
  REPORT_CATEGORIES,
  reportMessage,
  resolveReport,
} from "#libs/contracts/messaging/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { DSA_CATEGORIES } from "#services/messaging/moderation/domain/report.ts";
import { type MessagingFixture, messagingFixture, outcomesOf } from "./messaging-fixture.ts";
import { replyTo, type SentMessage, sendNewMessage } from "./sent-message.ts";

let fixture: MessagingFixture;
const moderator = uuid();

beforeAll(async () => {
  fixture = await messagingFixture();
  await asModerator()(createModerationRule, { name: "a word", pattern: "forbidden" });
});
afterAll(() => fixture.stop());

const asModerator = () => fixture.as(moderator, ["MODERATOR"]);
const report = ({ messageId }: SentMessage, by: string, comment?: string) =>
  fixture.as(by)(reportMessage, { messageId, category: "HARASSMENT", ...(comment === undefined ? {} : { comment }) });
const resolve = (reportId: string) => asModerator()(resolveReport, { reportId, resolution: "DISMISSED", reason: "nothing wrong" });

describe("reports", () => {
  it("RPT-01 sender and receiver can report a message; everybody else gets 403", async () => {
    const sent = await sendNewMessage(fixture);
    expect(await report(sent, sent.creator, "rude")).toEqual({ reportId: expect.any(String), status: "OPEN" });
    expect(await report(sent, sent.fan)).toMatchObject({ status: "OPEN" });
    await expect(report(sent, fixture.newFan())).rejects.toMatchObject({ key: "message.error.not_party", code: 403 });
    await expect(report({ ...sent, messageId: uuid() }, sent.fan)).rejects.toMatchObject({ key: "message.error.not_found" });
    const { items } = await asModerator()(listReports, { status: "OPEN" });
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

  it("RPT-01 a held message can be reported by its sender, and does not exist for its receiver", async () => {
    const sent = await sendNewMessage(fixture, { content: "a forbidden one" });
    await expect(report(sent, sent.creator)).rejects.toMatchObject({ key: "message.error.not_found" });
    expect(await report(sent, sent.fan)).toMatchObject({ status: "OPEN" });
  });

  it("RPT-01 accepts one of twenty concurrent reports of one reporter, and another after it is resolved", async () => {
    const sent = await sendNewMessage(fixture);
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 20 }, () => report(sent, sent.creator)));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["message.report.error.already_open"])]);
    const [open] = await fixture.documents("message_reports", { messageId: sent.messageId });
    await resolve(String(open?._id));
    expect(await report(sent, sent.creator)).toMatchObject({ status: "OPEN" });
    await expect(report(sent, sent.creator)).rejects.toMatchObject({ key: "message.report.error.already_open", code: 409 });
  });

  it("RPT-01 a report is resolved once, audited and published", async () => {
    const sent = await sendNewMessage(fixture);
    const { reportId } = await report(sent, sent.creator);
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => resolve(reportId)));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["moderation.error.report_resolved"])]);
    expect(await fixture.documents("audit_log", { target: reportId })).toMatchObject([
      { actor: moderator, action: "moderation.resolve_report", details: { resolution: "DISMISSED", reason: "nothing wrong" } },
    ]);
    const published = (await fixture.events("moderation.report_resolved")).filter((event) => event.reportId === reportId);
    expect(published).toMatchObject([{ messageId: sent.messageId, reporterId: sent.creator, resolution: "DISMISSED" }]);
    const closed = (await asModerator()(listReports, { status: "RESOLVED" })).items[0];
    expect(closed).toMatchObject({ reportId, resolution: "DISMISSED", resolvedBy: moderator, resolutionReason: "nothing wrong" });
    await expect(resolve(uuid())).rejects.toMatchObject({ key: "moderation.error.report_not_found" });
  });

  it("RPT-01 refuses a resolution by the reporter or the reported user with 403", async () => {
    const sent = await sendNewMessage(fixture);
    const { reportId } = await report(sent, sent.creator);
    for (const party of [sent.creator, sent.fan]) {
      const own = fixture.as(party, ["MODERATOR"])(resolveReport, { reportId, resolution: "DISMISSED", reason: "not me" });
      await expect(own).rejects.toMatchObject({ key: "error.forbidden", code: 403 });
    }
    expect(await fixture.documents("message_reports", { _id: reportId })).toMatchObject([{ status: "OPEN" }]);
  });

  it("RPT-01 MOD-03 a moderator can read the message and its reply while a report is open", async () => {
    const sent = await sendNewMessage(fixture, { content: "a rude text" });
    await replyTo(fixture, sent, { content: "a ruder one" });
    const read = () => asModerator()(getModeratedMessage, { messageId: sent.messageId });
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
