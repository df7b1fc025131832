import { randomKey } from "#libs/client/random-key.ts";
import { ApiError } from "#libs/client/send.ts";
import { isRefusal } from "../../client/refusal.ts";

/** Calls that run at the same time. */
const AT_ONCE = 3;
/** Refusals that are about one object: it was decided, is gone, or is not for this reader. All others are about what was typed, or the sending. */
const OF_ONE_OBJECT: readonly number[] = [403, 404, 409];

/** What became of one object: null when it was decided, else the refusal. */
export type Outcome = {
  readonly message: string;
  /** Another decision was there before. */
  readonly isMeanwhile: boolean;
} | null;

interface Sending {
  readonly ids: readonly string[];
  /** The Idempotency-Key of each object that was sent without an answer. */
  readonly keys: Map<string, string>;
  send(id: string, idempotencyKey: string): Promise<unknown>;
  ended(id: string, outcome: Outcome): void;
}

/** Sends one call for each object, a few at a time. Throws what stopped it; objects without an outcome may then be sent again. */
export async function sendEach({ ids, keys, send, ended }: Sending): Promise<void> {
  const waiting = [...ids];
  const failures: unknown[] = [];
  const one = async (id: string) => {
    const key = keys.get(id) ?? randomKey();
    keys.set(id, key);
    try {
      await send(id, key);
      ended(id, null);
    } catch (error) {
      if (isRefusal(error)) keys.delete(id);
      if (isOfOneObject(error)) ended(id, { message: error.message, isMeanwhile: error.status === 409 });
      else failures.push(error);
    }
  };
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined && failures.length === 0; id = waiting.shift()) await one(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
}

const isOfOneObject = (error: unknown): error is ApiError =>
  error instanceof ApiError && OF_ONE_OBJECT.includes(error.status) && !error.i18nKey.startsWith("idempotency.");
