import { wait } from "#libs/kernel/wait.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";

const LOOK_MS = 20;

interface Settling {
  readonly runtime: Pick<Runtime, "database" | "stream">;
  /** Databases with an outbox. */
  readonly databases: readonly string[];
}

/** Waits until a system in one process has published every event and no handler runs. Resolves to whether it got there in time. */
export async function settled({ runtime, databases }: Settling, withinMs: number): Promise<boolean> {
  const areAllPublished = async () => {
    const open = await Promise.all(
      databases.map((name) => runtime.database(name).connection.collection("outbox").countDocuments({ publishedAt: null })),
    );
    return open.every((count) => count === 0);
  };
  const { idle } = runtime.stream as { idle?: () => Promise<void> };
  for (const end = Date.now() + withinMs; Date.now() < end; await wait(LOOK_MS)) {
    if (!(await areAllPublished())) continue;
    await idle?.();
    // Handlers may write further events, so the outboxes are checked again afterwards.
    if (await areAllPublished()) return true;
  }
  return false;
}
