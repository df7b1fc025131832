import type { Env } from "#libs/platform/env/env.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";

/**
 * The environment. When it is incomplete, prints the missing variables and exits with 2.
 * @param owner name of the process; null: the whole system runs in one
 */
export function envOrExit(owner: string | null, variables: NodeJS.ProcessEnv = process.env): Env {
  try {
    return readEnv(variables, owner);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
