import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { exportUser } from "#libs/contracts/personal-data.ts";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { type Leaver, newLeaver } from "./leaver.ts";
import { refusalOf } from "./refusal.ts";

let system: TestSystem;
let owner: Leaver;

beforeAll(async () => {
  system = await startTestSystem();
  owner = await newLeaver(system);
});

beforeEach(() => {
  system.runtime.clock.reset();
  system.runtime.faults.disarm();
});

afterAll(() => system.stop());

type Archive = {
  readonly requestId: string;
  readonly userId: string;
  readonly part: number;
  readonly next: string | null;
  readonly services: Readonly<Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>>;
};

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly downloadUrl: string | null;
  readonly expiresAt: string | null;
}

const runExports = () => system.runtime.jobs.runNow("account.export-users");
const requestExport = async (person: Person) =>
  dataOf<{ requestId: string; status: string }>(await person.send("POST", "/gdpr/export"), 202);
const listed = async (person: Person, id: string) =>
  dataOf<Listed[]>(await person.send("GET", "/gdpr/requests"), 200).find((request) => request.id === id);
const fetchArchive = async (person: Person, url: string) => {
  const reply = await person.send("GET", `/../..${url}`);
  return { reply, archive: reply.body as unknown as Archive };
};

async function completeExport(person: Person): Promise<{ requestId: string; url: string }> {
  const { requestId } = await requestExport(person);
  await runExports();
  return eventually(async () => {
    const url = (await listed(person, requestId))?.downloadUrl;
    if (!url) throw new Error("the export is not ready");
    return { requestId, url };
  });
}

describe("the export of personal data", () => {
  it("GDP-12 the export is downloaded as a file: one JSON document with the data of every service", async () => {
    const { requestId, url } = await completeExport(owner);
    const { reply, archive } = await fetchArchive(owner, url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(reply.headers.get("content-disposition")).toBe('attachment; filename="personal-data.json"');
    expect(archive).toMatchObject({ requestId, userId: owner.userId, part: 1, next: null });
    expect(Object.keys(archive.services).sort()).toEqual(["account", ...Object.keys(exportUser)].sort());
    const { account, content, creator, messaging, notification } = archive.services;
    expect(account?.users).toEqual([expect.objectContaining({ email: owner.email, username: owner.username })]);
    expect(creator?.creator_profiles).toHaveLength(1);
    expect(content?.support_tickets).toHaveLength(2);
    expect(messaging?.wallets).toEqual(expect.arrayContaining([expect.objectContaining({ kind: "FAN", balance: "1000", held: "500" })]));
    expect(notification?.notifications?.length).toBeGreaterThan(2);
    expect(archive.services.analytics?.analytics_sessions).toHaveLength(1);
  });

  it("GDP-12 the export contains what the user wrote in plain text, nothing that others wrote, and no secret", async () => {
    const { url } = await completeExport(owner);
    const { archive } = await fetchArchive(owner, url);
    const text = JSON.stringify(archive);
    expect(owner.canaries.filter((canary) => !text.includes(canary))).toEqual([]);
    for (const foreign of ["a question", "an open question", "an answer of the other creator", owner.fan.email, owner.otherCreator.email]) {
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false]);
    }
    expect(text).not.toMatch(/passwordHash|\$argon2|secretHash|"hash"|sealed|requestHash|searchContent/);
  });

  it("GDP-12 the export is encrypted at rest", async () => {
    await completeExport(owner);
    const rows = await system.runtime.database("account").connection.collection("gdpr_exports").find({ userId: owner.userId }).toArray();
    expect(rows.length).toBeGreaterThan(0);
    const text = JSON.stringify(rows);
    expect(owner.canaries.filter((canary) => text.includes(canary))).toEqual([]);
  });

  it("GDP-12 the export can be downloaded by its owner only, for seven days", async () => {
    const { requestId, url } = await completeExport(owner);
    const stranger = await system.newUser();
    expect(refusalOf((await fetchArchive(stranger, url)).reply)).toBe("404 gdpr.error.export_not_found");
    expect((await system.send("GET", `/gdpr/export/${requestId}`)).status).toBe(401);
    for (const path of ["nonsense", `${requestId}?part=2`, encodeURIComponent('{"$ne":null}')]) {
      expect([path, refusalOf(await owner.send("GET", `/gdpr/export/${path}`))]).toEqual([path, "404 gdpr.error.export_not_found"]);
    }
    expect(refusalOf(await owner.send("GET", `/gdpr/export/${requestId}?part=0`))).toBe("400 error.validation_failed");
    system.runtime.clock.advance(7 * DAY + MINUTE);
    const later = await system.signIn(owner.email, owner.password);
    expect(refusalOf((await fetchArchive(later, url)).reply)).toBe("404 gdpr.error.export_not_found");
    expect(await listed(later, requestId)).toMatchObject({ status: "COMPLETED", downloadUrl: null });
  });

  it("GDP-12 the export outlives a service that is away for six hours, and is FAILED after a day of failures", async () => {
    const person = await system.newUser();
    const { clock, faults } = system.runtime;
    const { requestId } = await requestExport(person);
    const afterFailing = async (hours: number) => {
      const from = clock.now().getTime();
      while (clock.now().getTime() < from + hours * HOUR) {
        await runExports();
        clock.advance(5 * MINUTE);
      }
      const row = await system.runtime.database("account").connection.collection("gdpr_requests").findOne({ userId: person.userId });
      return row?.status;
    };
    faults.arm({ point: "gdpr.export", mode: "error" });
    expect(await afterFailing(6)).toBe("PROCESSING");
    faults.disarm();
    expect(await afterFailing(0.1)).toBe("COMPLETED");
    faults.arm({ point: "gdpr.export", mode: "error" });
    clock.reset();
    const second = await requestExport(person);
    expect(second.requestId).not.toBe(requestId);
    await afterFailing(24);
    clock.reset();
    expect(await listed(person, second.requestId)).toMatchObject({ status: "FAILED", downloadUrl: null });
  });

  it("GDP-12 the export answers further requests, also ten parallel ones, with the export in progress, which is 409 until it is ready", async () => {
    const person = await system.newUser();
    system.runtime.faults.arm({ point: "gdpr.export", mode: "error" });
    const requests = await Promise.all(Array.from({ length: 10 }, () => requestExport(person)));
    const [first] = requests;
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(1);
    await runExports();
    expect(refusalOf(await person.send("GET", `/gdpr/export/${first?.requestId}`))).toBe("409 gdpr.error.export_not_ready");
    expect((await requestExport(person)).requestId).toBe(first?.requestId);
    expect(await listed(person, first?.requestId ?? "")).toMatchObject({ type: "EXPORT", status: "PROCESSING", downloadUrl: null });
    system.runtime.faults.disarm();
    await completeExport(person);
  });

  it("GDP-07 GDP-12 DEL-11 the export works during the grace period after a new login; the purge deletes the export", async () => {
    const person = await system.newUser();
    dataOf(await person.send("POST", "/gdpr/delete"), 201);
    expect((await person.send("GET", "/gdpr/requests")).status).toBe(200);
    for (const [method, path] of [
      ["POST", "/gdpr/export"],
      ["GET", `/gdpr/export/${uuid()}`],
    ] as const) {
      expect([path, refusalOf(await person.send(method, path))]).toEqual([path, "401 error.unauthorized"]);
    }
    const signedInAgain = await system.signIn(person.email, person.password);
    const { url } = await completeExport(signedInAgain);
    expect((await fetchArchive(signedInAgain, url)).reply.status).toBe(200);
    const { runtime } = system;
    const own = { userId: person.userId };
    await runtime
      .database("account")
      .connection.collection("gdpr_requests")
      .updateOne({ ...own, type: "DELETION" }, { $set: { scheduledAt: new Date(0) } });
    await runtime.jobs.runNow("account.purge-users");
    expect(await runtime.database("account").connection.collection("gdpr_exports").countDocuments(own)).toBe(0);
  });
});
