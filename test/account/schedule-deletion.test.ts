import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
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

describe("the fact that a user is deactivated", () => {
  it("DEL-16 is younger than every change of the user that came before it", async () => {
    const { runtime, database } = account;
    const { userId } = await account.member();
    const deps = liveDeps(runtime);
    let wonAt = 0;
    // Another change of the user was committed while this one was on its way to the store.
    const users: typeof deps.users = {
      ...deps.users,
      async setStatus(...wish) {
        runtime.clock.advance(5 * SECOND);
        wonAt = runtime.clock.now().getTime();
        return deps.users.setStatus(...wish);
      },
    };
    await scheduleDeletion({ ...deps, users }, { userId, requestId: "test" });
    const fact = await database.collection("outbox").findOne({ event: "user.changed", "payload.userId": userId });
    expect(Date.parse(fact?.payload.changedAt)).toBeGreaterThanOrEqual(wonAt);
  });
});

describe("the request of a deletion", () => {
  it("DEL-12 leaves nothing when its last step fails: no row, no status, no ended session, no audit line", async () => {
    const { userId } = await account.signUp();
    const deps = liveDeps(account.runtime);
    const add = () => Promise.reject(new Error("out of order"));
    await expect(scheduleDeletion({ ...deps, outbox: { ...deps.outbox, add } }, { userId, requestId: "test" })).rejects.toThrow(
      "out of order",
    );
    expect(await account.rows("gdpr_requests", { userId })).toEqual([]);
    expect(await account.rows("users", { _id: userId })).toMatchObject([{ status: "ACTIVE" }]);
    expect(await account.rows("sessions", { userId })).toMatchObject([{ revoked: false, revokedAt: null, revokedReason: null }]);
    expect(await account.rows("audit_log", { target: userId, action: "user.deletion_requested" })).toEqual([]);
  });

  it("GDP-08 GDP-12 what is due is looked for every minute at least", () => {
    const { jobs = [] } = accountService(account.runtime);
    const pace = new Map(jobs.map(({ name, everyMs }) => [name, everyMs]));
    for (const name of ["account.purge-users", "account.sweep-purged", "account.export-users"])
      expect(pace.get(name)).toBeLessThanOrEqual(MINUTE);
  });

  it("DEL-13 the store itself takes one that is pending, of each user and type", async () => {
    const { transaction, gdprRequests, clock } = liveDeps(account.runtime);
    const { userId } = await account.member();
    const ask = (type: "DELETION" | "EXPORT") => {
      const now = clock.now();
      return transaction((tx) =>
        gdprRequests.insert(tx, { userId, type, createdAt: now, scheduledAt: new Date(now.getTime() + DAY) }),
      ).then(
        () => "ok",
        (error: unknown) => isDuplicateKey(error, "userId"),
      );
    };
    expect([await ask("DELETION"), await ask("DELETION"), await ask("EXPORT")]).toEqual(["ok", true, "ok"]);
    await transaction((tx) => gdprRequests.cancelDeletion(tx, userId, clock.now()));
    expect(await ask("DELETION")).toBe("ok");
  });
});

describe("the lease of a request", () => {
  it("GDP-09 GDP-11 who has lost it writes nothing down any more, and ends nothing", async () => {
    const connection = account.runtime.database("leases");
    const [store, transaction] = [gdprRequestStore(connection), transactionOn(connection)];
    const at = (seconds: number) => new Date(seconds * SECOND);
    await transaction((tx) => store.insert(tx, { userId: "u1", type: "DELETION", createdAt: at(0), scheduledAt: at(0) }));
    const first = await store.claimDue("DELETION", at(1), at(30));
    expect(await store.claimDue("DELETION", at(29), at(60))).toBeNull();
    const second = await store.claimDue("DELETION", at(31), at(60));
    if (!first || !second) throw new Error("the request was awaited");
    const end = (claimed: GdprRequest) => transaction((tx) => store.end(tx, claimed, { status: "COMPLETED", endedAt: at(40) }));
    expect([await store.note(first, { leaseUntil: at(99) }), await end(first)]).toEqual([null, false]);
    expect([(await store.note(second, { leaseUntil: at(90) }))?.leaseUntil, await end(second), await end(second)]).toEqual([
      at(90),
      true,
      false,
    ]);
    await connection.dropDatabase();
  });
});
