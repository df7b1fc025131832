import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getDataSubject } from "#libs/contracts/personal-data.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Deps, liveDeps } from "#services/account/deps.ts";
import { newUser } from "#services/account/domain/new-user.ts";
import { buryUser } from "#services/account/gdpr/bury-user.ts";
import { exportUsers } from "#services/account/gdpr/export-users.ts";
import { accountPersonalData } from "#services/account/personal-data.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";

let runtime: TestRuntime;
let deps: Deps;
beforeAll(() => {
  runtime = createTestRuntime();
  deps = liveDeps(runtime);
});
afterAll(() => disposeRuntime(runtime, ["account"]));

const rows = (collection: string, filter: object) => runtime.database("account").collection(collection).find(filter).toArray();

/** Exports the data of somebody new; `meanwhile` happens while the other services are asked. */
async function exportWhile(meanwhile: (userId: string) => Promise<unknown>) {
  const [userId, at] = [uuid(), runtime.clock.now()];
  await deps.transaction((tx) => deps.gdprRequests.insert(tx, { userId, type: "EXPORT", createdAt: at, scheduledAt: at }));
  const ask = async ({ name }: { readonly name: string }) => {
    if (name === getDataSubject.name) return { creatorId: null, bioPageIds: [] };
    await meanwhile(userId);
    return { rows: [], collections: [], nextCursor: null };
  };
  const personalData = accountPersonalData(runtime.database("account"), deps);
  await exportUsers({ ...deps, personalData, neighbours: { ...deps.neighbours, ask: ask as never } });
  const statuses = (await rows("gdpr_requests", { userId })).map(({ status }) => status);
  return { statuses, parts: (await rows("gdpr_exports", { userId })).length };
}

describe("the export of the own data", () => {
  it("GDP-12 GDP-08 one that waits ends with its account", async () => {
    const at = runtime.clock.now();
    const { _id: userId, ...user } = newUser({ email: `${uuid()}@example.org`, locale: "en", createdAt: at });
    await deps.transaction(async (tx) => {
      await deps.users.insert(tx, { ...user, _id: userId });
      await deps.gdprRequests.insert(tx, { userId, type: "EXPORT", createdAt: at, scheduledAt: at });
    });
    expect(await deps.transaction((tx) => buryUser(deps, tx, userId))).toBe(true);
    expect(await rows("gdpr_requests", { userId })).toMatchObject([{ status: "CANCELLED" }]);
  });

  it("GDP-12 is kept in parts", async () => {
    expect(await exportWhile(async () => undefined)).toEqual({ statuses: ["COMPLETED"], parts: 1 });
  });

  it("GDP-12 GDP-08 nothing is kept when the account is erased while it is gathered", async () => {
    const cancel = (userId: string) => deps.transaction((tx) => deps.gdprRequests.cancelExports(tx, userId, runtime.clock.now()));
    expect(await exportWhile(cancel)).toEqual({ statuses: ["CANCELLED"], parts: 0 });
  });
});
