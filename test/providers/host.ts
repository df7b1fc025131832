import { Writable } from "node:stream";
import { pino } from "pino";
import { type ShiftableClock, shiftableClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import { memoryCounters } from "#libs/platform/counters/memory-counters.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { ProviderHost } from "#libs/providers/slot.ts";
import { testEnv } from "../support/runtime.ts";

export interface TestHost extends ProviderHost {
  readonly clock: ShiftableClock;
  /** The log so far. */
  logged(): string;
  /** Overrides settings, as an admin would. */
  configure(values: Readonly<Record<string, unknown>>): void;
}

/** A provider host with test doubles. @param variables environment variables of settings that only the environment can set */
export function testHost(env: Partial<Env> = {}, variables: Readonly<Record<string, string>> = {}): TestHost {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const clock = shiftableClock();
  const config = configReader(new Map(Object.entries(variables)));
  return {
    clock,
    config,
    env: testEnv(env),
    counters: memoryCounters({ clock }),
    logger: pino({ level: "trace" }, sink),
    logged: () => lines.join(""),
    configure(values) {
      const overrides = Object.entries(values).map(([key, value]) => ({ key, value, scope: null }));
      config.update({ revision: uuid(), values: overrides, flags: [], killSwitches: [] });
    },
  };
}

/** Allows providers on the local machine. */
export const PRIVATE_ADDRESSES = { CONFIG_PROVIDER_PRIVATE_ADDRESSES: "true" } as const;
