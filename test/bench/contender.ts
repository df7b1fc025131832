import type { Load } from "./burst.ts";
import type { RunningProcess } from "./cpu-time.ts";

/** The product or one of its peers, up and ready. */
export interface Contender {
  readonly name: string;
  /** Port of its gateway. */
  readonly port: number;
  readonly processes: readonly RunningProcess[];
  /** The loads that it serves, by name. */
  readonly loads: ReadonlyMap<string, Load>;
}
