import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getDataSubject } from "#libs/contracts/personal-data.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Deps, liveDeps } from "#services/account/deps.ts";
import { newUser } from "#services/account/domain/user.ts";
import { anonymizeUser } from "#services/account/gdpr/anonymize-user.ts";
import { exportUsers } from "#services/account/gdpr/export-users.ts";
import { accountPersonalData } from "#services/account/personal-data.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";

let runtime: TestRuntime;
let deps: Deps;
beforeAll(() => {
  runtime = createTestRuntime();
  deps = liveDeps(runtime);
});
afterAll(() => disposeRuntime(runtime, ["account"]));

const rows = (collection: string, filter: object) => runtime.database("account").connection.collection(collection).find(filter).toArray();

/** Exports the data of a new user. @param meanwhile runs while the other services are called */
async function exportWhile(meanwhile: (userId: string) => Promise<unknown>) {
  const [userId, at] = [uuid(), runtime.clock.now()];
  await deps.transaction((tx) => deps.gdprRequests.insert(tx, { userId, type: "EXPORT", createdAt: at, scheduledAt: at }));
  const answer = async ({ name }: { readonly name: string }) => {
    if (name === getDataSubject.name) return { creatorId: null, bioPageIds: [] };
    await meanwhile(userId);
    return { rows: [], collections: [], nextCursor: null };
  };
  const personalData = accountPersonalData(deps.database, deps);
  await exportUsers({ ...deps, personalData, services: { ...deps.services, call: answer as never } });
  const statuses = (await rows("gdpr_requests", { userId })).map(({ status }) => status);
  return { statuses, parts: (await rows("gdpr_exports", { userId })).length };
}

describe("exportUsers", () => {
  it("GDP-12 GDP-08 the deletion of an account cancels its pending export", async () => {
    const at = runtime.clock.now();
    const { _id: userId, ...user } = newUser({ email: `${uuid()}@example.org`, locale: "en", createdAt: at });
    await deps.transaction(async (tx) => {
      await deps.users.insert(tx, { ...user, _id: userId });
      await deps.gdprRequests.insert(tx, { userId, type: "EXPORT", createdAt: at, scheduledAt: at });
    });
    expect(await deps.transaction((tx) => anonymizeUser(deps, tx, userId))).toBe(true);
    expect(await rows("gdpr_requests", { userId })).toMatchObject([{ status: "CANCELLED" }]);
  });

  it("SGN-12 MFA-19 with an account goes the invitation of its address, unless that was never verified: a stranger may have registered it", async () => {
    const at = runtime.clock.now();
    const left = await Promise.all(
      [true, false].map(async (emailVerified) => {
        const { _id: userId, ...user } = newUser({ email: `${uuid()}@example.org`, locale: "en", createdAt: at, emailVerified });
        const { email } = user;
        const invitation = { _id: uuid(), email, roles: ["EDITOR"], tokenHash: uuid(), invitedBy: uuid(), createdAt: at };
        await deps.transaction(async (tx) => {
          await deps.users.insert(tx, { ...user, _id: userId });
          await deps.staffInvitations.replace(tx, {
            ...invitation,
            status: "PENDING",
            acceptedBy: null,
            expiresAt: new Date(at.getTime() + DAY),
          });
        });
        await deps.transaction((tx) => anonymizeUser(deps, tx, userId));
        return (await rows("staff_invitations", { email })).map(({ status }) => status);
      }),
    );
    expect(left).toEqual([[], ["PENDING"]]);
  });

  it("GDP-12 stores the export in parts", async () => {
    expect(await exportWhile(async () => undefined)).toEqual({ statuses: ["COMPLETED"], parts: 1 });
  });

  it("GDP-12 GDP-08 stores nothing when the account is deleted while its export is written", async () => {
    const cancel = (userId: string) => deps.transaction((tx) => deps.gdprRequests.cancelExports(tx, userId, runtime.clock.now()));
    expect(await exportWhile(cancel)).toEqual({ statuses: ["CANCELLED"], parts: 0 });
  });
});
