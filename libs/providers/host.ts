import type { Runtime } from "#libs/runtime/runtime.ts";

/** What a process lends to its providers. */
export type ProviderHost = Pick<Runtime, "config" | "clock" | "logger" | "env" | "counters">;
