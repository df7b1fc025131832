import type { Env } from "#libs/platform/env/env.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";

/**
 * The environment; when it is not complete, the process says what is missing and ends with 2.
 * @param owner name of the process; null: the whole system is in one
 */
export function envOrExit(owner: string | null, variables: NodeJS.ProcessEnv = process.env): Env {
  try {
    return readEnv(variables, owner);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
