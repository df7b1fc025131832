import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sendAlarmMail } from "#libs/contracts/account/index.ts";
import { listAlarms, setConfigKey } from "#libs/contracts/config/index.ts";
import { processReportStore } from "#services/config/data/process-report.store.ts";
import { eventually } from "../support/eventually.ts";
import { actionStub, stubService } from "../support/stub-service.ts";
import { type ConfigFixture, startConfig } from "./fixture.ts";

describe("the reports of processes", () => {
  it("TEL-07 reports of one process are bounded, so that invented nodes hide no other process", async () => {
    const fixture = await startConfig();
    const reports = processReportStore(fixture.runtime.database("config"));
    const report = (node: string, process: string, second: number) =>
      reports.save({ node, process, at: new Date(second * 1_000), vitals: {} });
    for (let node = 0; node < 60; node += 1) await report(`content.${node}`, "content", node);
    await report("messaging.m1", "messaging", 0);
    const nodes = (await reports.list()).map(({ node }) => node);
    expect([nodes.filter((node) => node.startsWith("content.")).length, nodes]).toEqual([
      50,
      expect.arrayContaining(["messaging.m1", "content.59"]),
    ]);
    await fixture.stop();
  });
});

describe("the threshold of an alarm that a setting changes", () => {
  const mails: { alarm: string; threshold: number }[] = [];
  const account = stubService(
    actionStub(sendAlarmMail, async ({ params: { alarm, threshold } }) => {
      mails.push({ alarm, threshold });
      return { recipients: 1 };
    }),
  );
  let fixture: ConfigFixture;
  beforeAll(async () => {
    fixture = await startConfig({}, [account]);
  });
  afterAll(() => fixture.stop());

  /** A process whose last ledger audit is that old. */
  const evaluate = async (seconds: number) => {
    const { runtime } = fixture;
    const reports = runtime.database("config").connection.collection<{ _id: string }>("process_reports");
    const report = { process: "messaging", at: runtime.clock.now(), vitals: { LedgerAuditStale: seconds } };
    await reports.updateOne({ _id: "messaging.m1" }, { $set: report }, { upsert: true });
    await runtime.jobs.runNow("config.evaluate-alarms");
    return (await fixture.admin.call(listAlarms, {})).filter(({ name }) => name === "LedgerAuditStale");
  };

  it("TEL-07 a changed threshold raises the alarm, and appears in the list and in the mail to staff", async () => {
    await fixture.admin.call(setConfigKey, { key: "ledger.audit_stale_minutes", value: 30, reason: "the books are long" });
    expect(await evaluate(1_799)).toEqual([]);
    expect(await evaluate(1_801)).toEqual([expect.objectContaining({ value: 1_801, threshold: 1_800 })]);
    await eventually(() => expect(mails).toEqual([{ alarm: "LedgerAuditStale", threshold: 1_800 }]));
  });
});
