import { randomUUID } from "node:crypto";
import { type Person, people } from "#deploy/demo/people.ts";
import { newVisit } from "./workloads.ts";

const ANALYTICS_SESSIONS = 200;
const ARTICLES = 20;
const TOP_UP = "500.00";

/** The users and data that the workloads need. */
export interface BenchFixture {
  readonly administrator: Person;
  /** Creators of paid messages. */
  readonly creators: readonly Person[];
  readonly fans: readonly Person[];
  /** Address of one of the fans. */
  readonly email: string;
  readonly password: string;
  /** A creator of free messages, and the first one of paid messages. */
  readonly free: Person;
  readonly paid: Person;
  readonly price: string;
  readonly bioPageId: string;
  /** The platform on which both creators have a verified account. */
  readonly platform: string;
  /** Ids of analytics sessions. */
  readonly analyticsSessionIds: readonly string[];
}

/** How many users a fixture has; each takes a second, most of it for hashing a password. */
export interface FixtureSize {
  readonly fans: number;
  /** Creators of paid messages. */
  readonly creators?: number;
}

const credentialsOf = (name: string) => ({ email: `${name}@example.org`, password: `a long password of ${name}` });

/** Creates users and data through the HTTP interface. */
export async function createBenchFixture(
  bases: readonly string[],
  administrator: { email: string; password: string },
  { fans: fanCount, creators: creatorCount = 1 }: FixtureSize,
): Promise<BenchFixture> {
  const { anyone, register, signIn } = people(bases);
  const [price, platform] = ["1.00", "INSTAGRAM"];
  const registerAndSignIn = async (name: string): Promise<Person> => {
    const { email, password } = credentialsOf(name);
    await register(name, email, password);
    return signIn(email, password);
  };
  const signedInAdministrator = await signIn(administrator.email, administrator.password);
  const { as: admin } = signedInAdministrator;
  const creator = async (username: string, terms: object) => {
    const person = await registerAndSignIn(username);
    const { creatorId } = await person.as<{ creatorId: string }>("POST", "/creators/upgrade", { username });
    await person.as("PATCH", `/creators/${creatorId}/dm-settings`, terms);
    const social = await person.as<{ id: string }>("POST", `/creators/${creatorId}/socials`, { platform, handle: username });
    await admin("POST", `/admin/creators/${creatorId}/socials/${social.id}/verify`);
    const { bioPageId } = await person.as<{ bioPageId: string }>("GET", "/creators/me");
    return { person, bioPageId };
  };
  const free = await creator("free-of-charge", { dmType: "FREE" });
  const paid = await creator("paid", { dmType: "SINGLE_PAY", price });
  const creators = [paid.person];
  while (creators.length < creatorCount) {
    creators.push((await creator(`paid-${creators.length}`, { dmType: "SINGLE_PAY", price })).person);
  }
  const fans: Person[] = [];
  for (let index = 0; index < fanCount; index += 1) {
    const fan = await registerAndSignIn(`fan-${index}`);
    const { topupId } = await fan.as<{ topupId: string }>("POST", "/wallet/topups", { amount: TOP_UP });
    await fan.as("POST", `/wallet/topups/${topupId}/confirm`, {});
    fans.push(fan);
  }
  const analyticsSessionIds: string[] = [];
  for (let index = 0; index < ANALYTICS_SESSIONS; index += 1) {
    const { id } = await anyone<{ id: string }>("POST", "/analytics/session", newVisit(randomUUID()));
    analyticsSessionIds.push(id);
  }
  const category = "how-to";
  await admin("POST", "/admin/help/categories", { name: "How to", slug: category });
  for (let index = 0; index < ARTICLES; index += 1) {
    const article = {
      category,
      slug: `article-${index}`,
      title: `Article ${index}`,
      content: "<p>How to.</p>",
      locale: "en",
      status: "PUBLISHED",
    };
    await admin("POST", "/admin/help/articles", article);
  }
  return {
    ...credentialsOf("fan-0"),
    administrator: signedInAdministrator,
    creators,
    fans,
    free: free.person,
    paid: paid.person,
    price,
    bioPageId: paid.bioPageId,
    platform,
    analyticsSessionIds,
  };
}
