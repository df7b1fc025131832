import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { cancelDeletion, login, requestDeletion } from "#libs/contracts/account/index.ts";
import { claimsOf } from "../account/fixture.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { seededRandom } from "../support/random.ts";
import { searchSize } from "../support/search-size.ts";
import { type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

const SEED = Number(process.env.RUN_SEED ?? 20_261_121);
const ROUNDS = searchSize(6, 12);
const CONCURRENCY = 10;
const PEOPLE = 4;

let system: TestSystem;
let people: Person[];

beforeAll(async () => {
  system = await startTestSystem();
  people = await Promise.all(Array.from({ length: PEOPLE }, () => system.newUser()));
});

afterAll(() => system.stop());

type Row = Readonly<Record<string, unknown>>;

const rows = (collection: string, filter: Row) =>
  system.runtime.database("account").connection.collection(collection).find(filter).toArray();
const makeDue = (userId: string) =>
  system.runtime
    .database("account")
    .connection.collection("gdpr_requests")
    .updateOne({ userId, status: "PENDING" }, { $set: { scheduledAt: new Date(0) } });

const as = ({ userId, token }: Person) => actAs(system.broker, system.runtime, { userId, sessionId: claimsOf(token).sid });

/** Operations that may run at any time, in any order. */
const operations: readonly ((person: Person) => Promise<unknown>)[] = [
  (person) => as(person).call(requestDeletion, {}),
  (person) => as(person).call(requestDeletion, {}),
  (person) => as(person).call(cancelDeletion, {}),
  ({ email, password }) => call(system.broker, login, { email, password }),
  ({ userId }) => makeDue(userId).then(() => system.runtime.jobs.runNow("account.purge-users")),
];

const ALLOWED_OUTCOMES = new Set([
  "ok",
  ...["error.user.not_found", "error.user.deletion_scheduled", "gdpr.error.no_pending_request", "gdpr.error.already_processing"],
  ...["auth.login.invalid_credentials", "error.conflict", "error.throttled"],
]);

/** Contradictions between status, deletion request and sessions of a user, which change together (spec 3.3). */
async function contradictionsOf({ userId }: Person): Promise<string[]> {
  const [user] = await rows("users", { _id: userId as never });
  const requests = await rows("gdpr_requests", { userId, type: "DELETION" });
  const open = requests.filter(({ status }) => status === "PENDING" || status === "PROCESSING");
  const completed = requests.filter(({ status }) => status === "COMPLETED");
  const activeSessions = await rows("sessions", { userId, revoked: false });
  const expected = completed.length > 0 ? "DELETED" : open.length > 0 ? "DEACTIVATED" : "ACTIVE";
  const [pending] = open;
  const olderSessions = pending ? activeSessions.filter(({ createdAt }) => createdAt < pending.createdAt) : [];
  return [
    ...(open.length > 1 ? [`${open.length} open requests`] : []),
    ...(user?.status === expected ? [] : [`${user?.status} instead of ${expected}`]),
    ...(olderSessions.length > 0 ? [`${olderSessions.length} sessions older than the request`] : []),
    ...(expected === "DELETED" && activeSessions.length > 0 ? ["signed in though deleted"] : []),
  ].map((contradiction) => `${userId}: ${contradiction}`);
}

describe("G1 account deletion under random concurrent operations", () => {
  it("G1 DEL-13 GDP-11 keeps request, status and sessions consistent after every round", async () => {
    const random = seededRandom(SEED);
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: CONCURRENCY }, () => outcomeOf(random.pick(operations)(random.pick(people)))),
      );
      for (const outcome of outcomes) seen.add(outcome);
      await eventually(async () => expect((await Promise.all(people.map(contradictionsOf))).flat()).toEqual([]));
      const deletedUsers = await rows("users", { status: "DELETED" });
      const deletedIds = new Set(deletedUsers.map(({ _id }) => String(_id)));
      people = await Promise.all(people.map((person) => (deletedIds.has(person.userId) ? system.newUser() : person)));
    }
    expect([...seen].filter((outcome) => !ALLOWED_OUTCOMES.has(outcome))).toEqual([]);
    expect(seen).toContain("ok");
    expect(await rows("users", { status: "DELETED" })).not.toEqual([]);
  });
});
