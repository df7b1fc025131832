/** A tab whose turn takes longer counts as hanging. */
export const PATIENCE_MS = 3_000;
/** Name of the lock that each tab holds while it is open. */
const OPEN_TAB = "open tab";

/** Pages that came over plain http have no locks, which the type ignores. */
const locks = (navigator as Partial<Navigator>).locks;

/** Messages between the tabs of this browser. */
export interface TabChannel<Word> {
  post(word: Word): void;
  onWord(listener: (word: Word) => void): void;
}

/** The channel of a name. A browser that blocks the data of this site may have none; then a tab hears nothing. */
export function tabChannel<Word>(name: string): TabChannel<Word> {
  const channel = newChannel(name);
  return {
    post: (word) => channel?.postMessage(word),
    onWord: (listener) => channel?.addEventListener("message", ({ data }: MessageEvent<Word>) => listener(data)),
  };
}

function newChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** Counts this tab among the open ones until it closes. */
export function countTab(): void {
  locks?.request(OPEN_TAB, { mode: "shared" }, () => new Promise(() => undefined)).catch(() => undefined);
}

/** Whether no other tab of this site is open. */
export async function isOnlyTab(): Promise<boolean> {
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
  return held.filter(({ name }) => name === OPEN_TAB).length === 1;
}

/**
 * Works while no other tab does work of this name. A tab that hangs loses its turn to the next one; when it goes on, it waits again and
 * repeats the work. Without locks, the tabs work at the same time.
 */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  const hasLostTurn = (error: unknown) => hasBegun && isNamed(error, "AbortError");
  if (!locks) return work();
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin).catch((error: unknown) => {
      if (hasBegun || !isNamed(error, "TimeoutError")) throw error;
      return locks.request(name, { steal: true }, begin);
    });
  } catch (error) {
    if (hasLostTurn(error)) return inTurn(name, work);
    if (hasBegun) throw error;
    return work();
  }
}

/**
 * Does lasting work for all tabs, unless another tab does it. Resolves at once in that case, else when another tab has taken the work.
 * @param how take: also from the tab that does it now
 * @param work ends when the signal is aborted
 */
export async function forAllTabs(name: string, how: "when free" | "take", work: (stop: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  let hasAnswer = false;
  const begin = async (lock: Lock | null) => {
    hasAnswer = true;
    if (lock) await work(stop.signal);
  };
  try {
    await locks?.request(name, how === "take" ? { steal: true } : { ifAvailable: true }, begin);
  } catch {
    // Another tab has taken the work, or the browser denies locks.
  }
  stop.abort();
  if (!hasAnswer) await work(new AbortController().signal);
}

export const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const isNamed = (error: unknown, name: string) => error instanceof DOMException && error.name === name;
