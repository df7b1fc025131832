import type { QuotaCounter } from "#libs/platform/counters/counter-store.ts";
import type { EventStream } from "#libs/platform/events/event-stream.ts";
import type { Planted } from "../database.ts";
import type { World } from "../world.ts";

/** A mistake that somebody could make, planted around the ports of the product. */
export interface Bug extends Planted {
  readonly name: string;
  /** The invariant that must find it. */
  readonly invariant: string;
  /** Whether it shows only where users become creators or leave: then every schedule is about them. */
  readonly aboutPeople?: true;
  readonly stream?: (port: EventStream, world: World, replica: number) => EventStream;
  readonly quotas?: (counters: QuotaCounter, world: World, replica: number) => QuotaCounter;
}
