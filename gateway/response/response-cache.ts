import { LRUCache } from "lru-cache";
import type { ActionContract, CachedUntil } from "#libs/contract-kit/contract.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { Permission } from "#libs/policies/permissions.ts";
import type { HttpResponse } from "./response.ts";

/** Limits of the cache for each source: number of responses, and characters of all of them. */
const MAX_ANSWERS = 2_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** Maximum age of a cached response, even without a known change. */
const MAX_MS = 10 * SECOND;
/** Responding processes may learn of a change this late. So nothing is cached until a revision is this old. */
const SETTLED_MS = 2 * SECOND;
/** After this long without news the cache cannot be trusted. */
const SILENT_MS = 3 * SECOND;

/** The response cache: serves routes whose contract says `cachedUntil` without a call until their source changes. */
export interface ResponseCache {
  /**
   * Returns the cached response for these parameters, else calls `make`. Only successes are cached: `make` rejects otherwise.
   * @param held the permissions of the route that the caller has: the action may allow more to one of them than to another
   */
  answer(
    contract: Pick<ActionContract, "name" | "http">,
    params: object,
    held: readonly Permission[],
    make: () => Promise<HttpResponse>,
  ): Promise<HttpResponse>;
  /** Drops the responses that depend on settings, unless the hint names the known revision. */
  applySettingsHint(payload: unknown): void;
  /** Stores the content revision that a hint names. Malformed hints have no effect. */
  applyContentHint(payload: unknown): void;
}

/** State of a source that cached responses depend on. */
interface SourceState {
  /** Changes whenever the source changes. */
  readonly revision: string;
  /** Milliseconds since the revision was last confirmed. */
  readonly silentMs: number;
}

export function responseCache(config: Pick<ConfigReader, "revision" | "silentMs">): ResponseCache {
  const content = { revision: "", heardAt: Number.NEGATIVE_INFINITY };
  const memories: Readonly<Record<CachedUntil, Memory>> = {
    "settings change": memoryOf(() => ({ revision: config.revision(), silentMs: config.silentMs() })),
    "content changes": memoryOf(() => ({ revision: content.revision, silentMs: elapsedMs() - content.heardAt })),
  };
  return {
    async answer({ name, http }, params, held, make) {
      if (!http?.cachedUntil) return make();
      const memory = memories[http.cachedUntil];
      const key = `${name} ${held.join()} ${JSON.stringify(params)}`;
      const known = memory.find(key);
      if (known) return known;
      const keep = memory.beginKeeping(key);
      const response = await make();
      keep(response);
      return response;
    },
    applySettingsHint(payload) {
      if (revisionIn(payload) !== config.revision()) memories["settings change"].forget();
    },
    applyContentHint(payload) {
      const revision = revisionIn(payload);
      if (typeof revision !== "string") return;
      content.revision = revision;
      content.heardAt = elapsedMs();
    },
  };
}

const revisionIn = (payload: unknown): unknown => ((payload ?? {}) as { revision?: unknown }).revision;

/** The cached responses of one source. */
interface Memory {
  find(key: string): HttpResponse | undefined;
  /** Called before the call; returns the function that caches its response, unless the source has changed in between. */
  beginKeeping(key: string): (response: HttpResponse) => void;
  forget(): void;
}

function memoryOf(stateOfSource: () => SourceState): Memory {
  const answers = new LRUCache<string, HttpResponse>({
    max: MAX_ANSWERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: MAX_MS,
  });
  let knownRevision: string | null = null;
  let changedAt = Number.NEGATIVE_INFINITY;
  let changes = 0;

  const forget = () => {
    answers.clear();
    changedAt = elapsedMs();
    changes += 1;
  };
  const isConfirmed = () => {
    const { revision, silentMs } = stateOfSource();
    if (revision !== knownRevision) forget();
    knownRevision = revision;
    return silentMs < SILENT_MS;
  };

  return {
    forget,
    find: (key) => (isConfirmed() ? answers.get(key) : undefined),
    beginKeeping(key) {
      const changesBefore = changes;
      const isSettled = elapsedMs() - changedAt >= SETTLED_MS;
      return (response) => {
        if (isSettled && isConfirmed() && changes === changesBefore) answers.set(key, response);
      };
    },
  };
}
