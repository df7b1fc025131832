import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type UserSearch, userListStore } from "#services/account/data/user-list.store.ts";
import { newUser } from "#services/account/domain/user.ts";
import { type Fixture, startFixture } from "../account/fixture.ts";

const USERS = 20_000;
const BATCH = 2_000;
const PAGE = 21;

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
  const users = account.database.connection.collection("users");
  const createdAt = account.runtime.clock.now();
  for (let first = 0; first < USERS; first += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) => {
      const number = String(first + index).padStart(6, "0");
      // Staff are few: a list by a role reads all who have it.
      const roles = (first + index) % 800 === 0 ? ["MODERATOR"] : [];
      const user = newUser({ email: `p${number}@example.org`, locale: "en", createdAt, roles, emailVerified: true });
      return { ...user, username: `name${number}`, status: (first + index) % 3 === 0 ? "SUSPENDED" : "ACTIVE" };
    });
    await users.insertMany(batch as never[]);
  }
});
afterAll(() => account.stop());

interface Query {
  readonly filter: object;
  readonly options: { readonly sort?: object; readonly hint?: string; readonly limit?: number };
}

/** The queries of a search, as the store sends them. */
async function queriesOf(search: UserSearch): Promise<readonly Query[]> {
  const queries: Query[] = [];
  const watched: Parameters<typeof userListStore>[0] = {
    ...account.database,
    collection(definition) {
      const rows = account.database.collection(definition);
      return {
        ...rows,
        find(filter, options) {
          queries.push({ filter, options: (options ?? {}) as Query["options"] });
          return rows.find(filter, options);
        },
      };
    },
  };
  expect(await userListStore(watched).list(search, undefined, PAGE)).toHaveLength(PAGE);
  return queries;
}

it.each<[string, UserSearch]>([
  ["no filter", {}],
  ["the beginning of an address", { email: "p0" }],
  ["the beginning of a username", { username: "name0" }],
  ["a status", { status: "SUSPENDED" }],
  ["a role", { role: "MODERATOR" }],
  ["the beginning of an address and a status", { email: "p0", status: "ACTIVE" }],
])("STF-16 among 20,000 users a search by %s uses an index and reads about one page", async (_, search) => {
  const users = account.database.connection.collection("users");
  for (const { filter, options } of await queriesOf(search)) {
    const { queryPlanner, executionStats } = await users.find(filter, options as never).explain("executionStats");
    const plan = JSON.stringify(queryPlanner.winningPlan);
    expect(plan).toContain("indexName");
    expect(plan).not.toContain("COLLSCAN");
    expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(2 * PAGE);
  }
});
