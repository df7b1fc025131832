import { discoverCategory } from "#libs/contracts/creator-discovery.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newCreator } from "#services/creator/upgrade/new-creator.ts";
import type { CreatorFixture, Stored } from "./fixture.ts";

/** Creators with a verified account each, straight into the store; their ids in the order of their creation. */
export async function seedCreators(world: Pick<CreatorFixture, "runtime">, platform: string, fields: readonly Stored[]): Promise<string[]> {
  const now = world.runtime.clock.now();
  const profiles = fields.map((own, index) => {
    const userId = uuid();
    const username = `seeded-${userId.slice(-12)}`;
    const facts = {
      username,
      displayName: `Number ${index}`,
      avatarUrl: null,
      userStatus: "ACTIVE",
      userVersion: 1,
      userFactsAt: now,
    } as const;
    return { ...newCreator({ userId, facts, bio: "", themeId: null, now }).profile, ...own };
  });
  const collection = (name: string) => world.runtime.database("creator").collection<{ _id: string }>(name);
  await collection("creator_profiles").insertMany(profiles);
  await collection("social_accounts").insertMany(profiles.map(({ _id }) => verifiedAccount(_id, platform, now)));
  return profiles.map(({ _id }) => _id);
}

export function verifiedAccount(creatorId: string, platform: string, at: Date, verified = true) {
  const shown = { creatorId, platform, handle: `h-${uuid()}`, url: null, verified, verifiedAt: verified ? at : null };
  return { _id: uuid(), ...shown, method: verified ? "ADMIN" : null, code: "verify-x", createdAt: at };
}

/** A platform that no other test uses. */
export const aPlatform = () => `P${uuid().replaceAll("-", "").slice(-20).toUpperCase()}`;

type Question = Omit<Parameters<typeof ask>[1], "platform">;

export const ask = (world: CreatorFixture, question: { platform: string } & Record<string, unknown>) =>
  world.admin.call(discoverCategory, question as { platform: string });

/** The ids of each page, from the first to the last; `between` runs before each further page. */
export async function walk(world: CreatorFixture, platform: string, question: Question, between = async () => {}): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    if (cursor !== null) await between();
    const page: Awaited<ReturnType<typeof ask>> = await ask(world, { platform, ...question, ...(cursor === null ? {} : { cursor }) });
    pages.push(page.results.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}
