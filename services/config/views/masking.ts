import type { ConfigKeyEntry } from "#libs/platform/config/key.ts";

const MASK = "********";

/** A value as reads, audit entries and events show it: values of sensitive keys are masked unless they are unset. */
export function masked({ sensitive }: Pick<ConfigKeyEntry, "sensitive">, value: unknown): unknown {
  return sensitive && value !== null && value !== "" ? MASK : value;
}

/** Whether a recorded value was masked, so that the value itself is lost. */
export function isMasked(value: unknown): boolean {
  return value === MASK;
}
