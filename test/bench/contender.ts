import type { Load } from "./burst.ts";
import type { RunningProcess } from "./cpu-time.ts";

/** The product or one of its peers, up and ready. */
export interface Contender {
  readonly name: string;
  /** Of its gateway. */
  readonly port: number;
  readonly processes: readonly RunningProcess[];
  /** What it serves, by name of the load. */
  readonly loads: ReadonlyMap<string, Load>;
}
