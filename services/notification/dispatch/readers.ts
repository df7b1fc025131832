import { getContact } from "#libs/contracts/account/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { PreferenceDoc } from "../data/preference.store.ts";
import type { Deps } from "../deps.ts";

const CALL_TIMEOUT_MS = 2_000;
/** A slow provider delays the dispatches of a batch; meanwhile a user may change an address or switch mails off. */
const MAX_AGE_MS = SECOND;

export type ReaderDeps = Pick<Deps, "preferences" | "services">;

/** The user who gets a dispatch. */
interface Reader {
  readonly contact: Awaited<ReturnType<typeof contactOf>>;
  readonly preferences: PreferenceDoc | null;
}

/** Finds the reader of a dispatch of a batch. */
export type Readers = (dispatch: DispatchDoc) => Promise<Reader>;

/** The readers of a batch, from one call and one query. A result that has become old is looked up again. */
export function readersOf(deps: ReaderDeps, batch: readonly DispatchDoc[]): Readers {
  const askedAt = elapsedMs();
  const userIds = new Set(batch.flatMap(({ userId, channel }) => (userId === null || channel === "PUSH" ? [] : [userId])));
  const readers = new Map([...userIds].map((userId) => [userId, findReader(deps, userId)]));
  // The attempt of a dispatch reports the failure. During a shutdown there may be no attempt, and then the rejection has no handler.
  for (const reader of readers.values()) reader.catch(() => undefined);
  return ({ userId }) => {
    const known = elapsedMs() - askedAt < MAX_AGE_MS ? readers.get(userId ?? "") : undefined;
    return known ?? findReader(deps, userId ?? "");
  };
}

async function findReader(deps: ReaderDeps, userId: string): Promise<Reader> {
  const [contact, preferences] = await Promise.all([contactOf(deps, userId), deps.preferences.find(userId)]);
  return { contact, preferences };
}

function contactOf({ services }: ReaderDeps, userId: string) {
  return services.call(getContact, { userId }, { timeout: CALL_TIMEOUT_MS });
}
