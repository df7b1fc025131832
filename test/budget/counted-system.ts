import { startTestSystem, type TestSystem } from "#test/support/test-system.ts";
import { countCommands, countWork, type WorkCounter } from "./count-work.ts";

export interface CountedSystem {
  readonly system: TestSystem;
  readonly counter: WorkCounter;
  stop(): Promise<void>;
}

/** A system whose work is counted from its start. */
export async function startCountedSystem(): Promise<CountedSystem> {
  const commands = countCommands();
  const system = await startTestSystem();
  const counter = countWork(commands, system.broker);
  return {
    system,
    counter,
    async stop() {
      counter.stop();
      await system.stop();
    },
  };
}
