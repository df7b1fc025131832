import type { BatchAnswer } from "#libs/contract-kit/batched-calls/call-batch.ts";
import type { QuotaCounter } from "#libs/platform/counters/counter-store.ts";
import type { EventStream } from "#libs/platform/events/event-stream.ts";
import type { OpenWorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Planted } from "../database.ts";
import type { Theme } from "../schedule.ts";
import type { World } from "../world.ts";

/** A plausible mistake in the code, planted around the ports of the product. */
export interface Bug extends Planted {
  readonly name: string;
  /** The invariant that must detect it. */
  readonly invariant: string;
  /** The theme of every schedule, when the bug shows only there. */
  readonly theme?: Theme;
  /** Where the search begins: near the schedule that shows the bug. */
  readonly firstSeed: number;
  readonly openSet?: (open: OpenWorkingSet) => OpenWorkingSet;
  readonly stream?: (port: EventStream, world: World, replica: number) => EventStream;
  readonly batches?: (answer: BatchAnswer) => BatchAnswer;
  readonly quotas?: (counters: QuotaCounter, world: World, replica: number) => QuotaCounter;
}
