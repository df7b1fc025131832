import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { cancelDeletion, login, requestDeletion } from "#libs/contracts/account.ts";
import { actAs, outcomeOf } from "#test/support/act-as.ts";
import { type Constellation, constellation, type Person } from "#test/support/constellation.ts";
import { eventually } from "#test/support/eventually.ts";
import { seededRandom } from "#test/support/random.ts";

const SEED = Number(process.env.RUN_SEED ?? 20_261_121);
const ROUNDS = 12;
const AT_ONCE = 10;
const PEOPLE = 4;

let system: Constellation;
let people: Person[];

beforeAll(async () => {
  system = await constellation();
  people = await Promise.all(Array.from({ length: PEOPLE }, () => system.newUser()));
});

afterAll(() => system.stop());

type Row = Readonly<Record<string, unknown>>;

const rows = (collection: string, filter: Row) => system.runtime.database("account").collection(collection).find(filter).toArray();
const due = (userId: string) =>
  system.runtime
    .database("account")
    .collection("gdpr_requests")
    .updateOne({ userId, status: "PENDING" }, { $set: { scheduledAt: new Date(0) } });

/** What somebody may do at any time. */
const deeds: readonly ((person: Person) => Promise<unknown>)[] = [
  (person) => actAs(system.broker, system.runtime, person).call(requestDeletion, {}),
  (person) => actAs(system.broker, system.runtime, person).call(requestDeletion, {}),
  (person) => actAs(system.broker, system.runtime, person).call(cancelDeletion, {}),
  ({ email, password }) => call(system.broker, login, { email, password }),
  ({ userId }) => due(userId).then(() => system.runtime.jobs.runNow("account.purge-users")),
];

const ALLOWED = new Set([
  "ok",
  ...["error.user.not_found", "error.user.deletion_scheduled", "gdpr.error.no_pending_request", "gdpr.error.already_processing"],
  ...["auth.login.invalid_credentials", "error.conflict", "error.throttled"],
]);

/** What is wrong with a user, whose status, request and sessions change together (spec 3.3). */
async function faultsOf({ userId }: Person): Promise<string[]> {
  const [user] = await rows("users", { _id: userId as never });
  const requests = await rows("gdpr_requests", { userId, type: "DELETION" });
  const open = requests.filter(({ status }) => status === "PENDING" || status === "PROCESSING");
  const completed = requests.filter(({ status }) => status === "COMPLETED");
  const alive = await rows("sessions", { userId, revoked: false });
  const expected = completed.length > 0 ? "DELETED" : open.length > 0 ? "DEACTIVATED" : "ACTIVE";
  const [pending] = open;
  const older = pending ? alive.filter(({ createdAt }) => createdAt < pending.createdAt) : [];
  return [
    ...(open.length > 1 ? [`${open.length} open requests`] : []),
    ...(user?.status === expected ? [] : [`${user?.status} instead of ${expected}`]),
    ...(older.length > 0 ? [`${older.length} sessions older than the request`] : []),
    ...(expected === "DELETED" && alive.length > 0 ? ["signed in though deleted"] : []),
  ].map((fault) => `${userId}: ${fault}`);
}

describe("G1 the deletion of accounts under a random run", () => {
  it("G1 DEL-13 GDP-11 request, status and sessions agree whenever it is quiet", async () => {
    const random = seededRandom(SEED);
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => outcomeOf(random.pick(deeds)(random.pick(people)))));
      for (const outcome of outcomes) seen.add(outcome);
      await eventually(async () => expect((await Promise.all(people.map(faultsOf))).flat()).toEqual([]), 10_000);
      const left = await rows("users", { status: "DELETED" });
      const gone = new Set(left.map(({ _id }) => String(_id)));
      people = await Promise.all(people.map((person) => (gone.has(person.userId) ? system.newUser() : person)));
    }
    expect([...seen].filter((outcome) => !ALLOWED.has(outcome))).toEqual([]);
    expect(seen).toContain("ok");
    expect(await rows("users", { status: "DELETED" })).not.toEqual([]);
  }, 60_000);
});
