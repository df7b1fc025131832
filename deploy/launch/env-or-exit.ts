import type { Env } from "#libs/platform/env/env.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";

/** The environment; when it is not complete, the process says what is missing and ends with 2. */
export function envOrExit(): Env {
  try {
    return readEnv();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
