import { runAtOnce, runInTurns, type Steps } from "../engine/steps.ts";
import type { Command } from "./model.ts";

/** Runs a long read with pauses, but within a transaction without: its snapshot is read beside the newest versions. */
export const readInTurns = async <T>({ transaction, interruption }: Command, steps: Steps<T>): Promise<T> =>
  transaction ? runAtOnce(steps) : runInTurns(steps, interruption);
