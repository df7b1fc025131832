import { backendNames } from "#deploy/launch/services.ts";
import type { MemoryStream } from "#libs/platform/events/memory-stream.ts";
import { eventually } from "#test/support/eventually.ts";
import type { TestSystem } from "#test/support/test-system.ts";

/** Waits until every event is published. */
export async function untilPublished({ runtime }: TestSystem): Promise<void> {
  await eventually(async () => {
    for (const name of backendNames) {
      const outbox = runtime.database(name).connection.collection("outbox");
      if ((await outbox.countDocuments({ publishedAt: null })) > 0) throw new Error(`${name} has facts to publish`);
    }
  });
}

/** Waits until every event is published and its consumers have applied it. */
export async function settle(system: TestSystem): Promise<void> {
  await untilPublished(system);
  await (system.runtime.stream as MemoryStream).idle();
}
