import type { ConfigKeyEntry } from "#libs/config/key.ts";

const MASK = "********";

/** What a value looks like outside: sensitive ones are hidden, whether they are set is not. */
export function masked({ sensitive }: Pick<ConfigKeyEntry, "sensitive">, value: unknown): unknown {
  return sensitive && value !== null && value !== "" ? MASK : value;
}
