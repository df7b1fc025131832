import { listNames } from "#libs/contracts/account/users.ts";
import { staffApi } from "../staff-session.ts";

/** Ids that one call takes. */
const MAX_NAMES = 100;

const ask = (ids: readonly string[]) => staffApi.call(listNames, { ids: ids.join(",") });

/** What staff see of a user beside an object. */
export type StaffName = Awaited<ReturnType<typeof ask>>[number];

const names = new Map<string, StaffName | null>();

/** The name of a user, once it was asked for; null: staff without users:read do not get it. */
export const nameOf = (userId: string): StaffName | null => names.get(userId) ?? null;

/** Asks for the names of users by one call. Without an answer they appear by their ids. */
export async function askForNames(userIds: readonly string[]): Promise<void> {
  const ids = [...new Set(userIds)].slice(0, MAX_NAMES);
  const found = ids.length === 0 ? [] : await ask(ids).catch(() => []);
  for (const id of ids) names.set(id, found.find((name) => name.id === id) ?? names.get(id) ?? null);
}

/** Asks for the names that are not there yet. */
export const askForMissingNames = (userIds: readonly string[]): Promise<void> => askForNames(userIds.filter((id) => !names.has(id)));

/** The id of the colleague with an address; null: there is none. Other texts are ids. */
export async function colleagueId(typed: string): Promise<string | null> {
  if (!typed.includes("@")) return typed;
  const [found] = await staffApi.call(listNames, { email: typed });
  return found?.id ?? null;
}
