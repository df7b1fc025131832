import type { ConfigKeyEntry } from "#libs/config/key.ts";

const MASK = "********";

/** Whether a recorded value is hidden: the value itself is not known any more. */
export function isMasked(value: unknown): boolean {
  return value === MASK;
}

/** What a value looks like outside: sensitive ones are hidden, whether they are set is not. */
export function masked({ sensitive }: Pick<ConfigKeyEntry, "sensitive">, value: unknown): unknown {
  return sensitive && value !== null && value !== "" ? MASK : value;
}
