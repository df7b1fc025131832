import { discoverCategory } from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newCreator } from "#services/creator/upgrade/new-creator.ts";
import type { CreatorFixture, Stored } from "./fixture.ts";

/** Inserts creators with a public page and a verified account each. Returns their ids in the order of `fields`. */
export async function seedCreators(world: Pick<CreatorFixture, "runtime">, platform: string, fields: readonly Stored[]): Promise<string[]> {
  const now = world.runtime.clock.now();
  const creators = fields.map((overrides, index) => {
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
    const { profile, page } = newCreator({ userId, facts, bio: "", themeId: null, now });
    return { profile: { ...profile, ...overrides }, page };
  });
  const profiles = creators.map(({ profile }) => profile);
  const collection = (name: string) => world.runtime.database("creator").connection.collection<{ _id: string }>(name);
  await collection("creator_profiles").insertMany(profiles);
  await collection("bio_pages").insertMany(creators.map(({ page }) => page));
  await collection("social_accounts").insertMany(profiles.map(({ _id }) => verifiedAccount(_id, platform, now)));
  return profiles.map(({ _id }) => _id);
}

export function verifiedAccount(creatorId: string, platform: string, at: Date, verified = true) {
  const account = { creatorId, platform, handle: `h-${uuid()}`, url: null, verified, verifiedAt: verified ? at : null };
  return { _id: uuid(), ...account, method: verified ? "ADMIN" : null, code: "verify-x", createdAt: at };
}

/** The name of a platform that belongs to this test only. */
export const newPlatform = () => `P${uuid().replaceAll("-", "").slice(-20).toUpperCase()}`;

/** Parameters of a list, valid or not. */
type Query = { readonly platform: string } & Record<string, unknown>;

export const discover = (world: CreatorFixture, query: Query) => world.admin.call(discoverCategory, query as { platform: string });

/** The ids of each page, from the first page to the last; `between` runs before each further page. */
export async function listPages(
  world: CreatorFixture,
  platform: string,
  query: Omit<Query, "platform">,
  between = async () => {},
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    if (cursor !== null) await between();
    const page: Awaited<ReturnType<typeof discover>> = await discover(world, {
      platform,
      ...query,
      ...(cursor === null ? {} : { cursor }),
    });
    pages.push(page.results.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}
