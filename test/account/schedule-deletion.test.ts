import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { accountService } from "#services/account/account.service.ts";
import { gdprRequestStore } from "#services/account/data/gdpr-request.store.ts";
import { liveDeps } from "#services/account/deps.ts";
import type { GdprRequest } from "#services/account/domain/gdpr-request.ts";
import { scheduleDeletion } from "#services/account/gdpr/schedule-deletion.ts";
import { type Fixture, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

describe("user.changed of a scheduled deletion", () => {
  it("DEL-16 is younger than every earlier change of the user", async () => {
    const { runtime, database } = account;
    const { userId, sessionId } = await account.signUp();
    const deps = liveDeps(runtime);
    let committedAt = 0;
    // Another change of the user is committed just before this one.
    const users: typeof deps.users = {
      ...deps.users,
      async setStatus(...change) {
        runtime.clock.advance(5 * SECOND);
        committedAt = runtime.clock.now().getTime();
        return deps.users.setStatus(...change);
      },
    };
    await scheduleDeletion({ ...deps, users }, { userId, sessionId, requestId: "test" });
    const fact = await database.connection.collection("outbox").findOne({ event: "user.changed", "payload.userId": userId });
    expect(Date.parse(fact?.payload.changedAt)).toBeGreaterThanOrEqual(committedAt);
  });
});

describe("scheduleDeletion", () => {
  it("DEL-12 stores nothing when its last step fails: no request, no status, no ended session, no audit line", async () => {
    const { userId, sessionId } = await account.signUp();
    const deps = liveDeps(account.runtime);
    const add = () => Promise.reject(new Error("out of order"));
    await expect(scheduleDeletion({ ...deps, outbox: { ...deps.outbox, add } }, { userId, sessionId, requestId: "test" })).rejects.toThrow(
      "out of order",
    );
    expect(await account.rows("gdpr_requests", { userId })).toEqual([]);
    expect(await account.rows("users", { _id: userId })).toMatchObject([{ status: "ACTIVE" }]);
    expect(await account.rows("sessions", { userId })).toMatchObject([{ revoked: false, revokedAt: null, revokedReason: null }]);
    expect(await account.rows("audit_log", { target: userId, action: "user.deletion_requested" })).toEqual([]);
  });

  it("GDP-08 GDP-12 the jobs look for due requests at least once a minute", () => {
    const { jobs = [] } = accountService(account.runtime);
    const intervalByJob = new Map(jobs.map(({ name, everyMs }) => [name, everyMs]));
    for (const name of ["account.purge-users", "account.sweep-purged", "account.export-users"])
      expect(intervalByJob.get(name)).toBeLessThanOrEqual(MINUTE);
  });

  it("DEL-13 the unique index accepts one pending request of each user and type", async () => {
    const { transaction, gdprRequests, clock } = liveDeps(account.runtime);
    const { userId } = await account.member();
    const insert = (type: "DELETION" | "EXPORT") => {
      const now = clock.now();
      return transaction((tx) =>
        gdprRequests.insert(tx, { userId, type, createdAt: now, scheduledAt: new Date(now.getTime() + DAY) }),
      ).then(
        () => "ok",
        (error: unknown) => isDuplicateKey(error, "userId"),
      );
    };
    expect([await insert("DELETION"), await insert("DELETION"), await insert("EXPORT")]).toEqual(["ok", true, "ok"]);
    await transaction((tx) => gdprRequests.cancelDeletion(tx, userId, clock.now()));
    expect(await insert("DELETION")).toBe("ok");
  });
});

describe("the lease of a request", () => {
  it("GDP-09 GDP-11 a worker that has lost the lease neither stores progress nor ends the request", async () => {
    const leases = account.runtime.database("leases");
    const { transaction } = leases;
    const store = gdprRequestStore(leases);
    const at = (seconds: number) => new Date(seconds * SECOND);
    await transaction((tx) => store.insert(tx, { userId: "u1", type: "DELETION", createdAt: at(0), scheduledAt: at(0) }));
    const first = await store.claimDue("DELETION", at(1), at(30));
    expect(await store.claimDue("DELETION", at(29), at(60))).toBeNull();
    const second = await store.claimDue("DELETION", at(31), at(60));
    if (!first || !second) throw new Error("no request was claimed");
    const end = (claimed: GdprRequest) => transaction((tx) => store.end(tx, claimed, { status: "COMPLETED", endedAt: at(40) }));
    expect([await store.saveProgress(first, { leaseUntil: at(99) }), await end(first)]).toEqual([null, false]);
    expect([(await store.saveProgress(second, { leaseUntil: at(90) }))?.leaseUntil, await end(second), await end(second)]).toEqual([
      at(90),
      true,
      false,
    ]);
    await leases.connection.dropDatabase();
  });
});
