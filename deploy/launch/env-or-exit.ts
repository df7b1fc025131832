import { configReader } from "#libs/platform/config/reader.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { staffPasswordProblem } from "#services/account/domain/staff-password.ts";

/**
 * The environment. When it is incomplete, or names a weak password, prints the variables and exits with 2.
 * @param owner name of the process; null: the whole system runs in one
 */
export function envOrExit(owner: string | null, variables: NodeJS.ProcessEnv = process.env): Env {
  try {
    return withStrongAdmin(readEnv(variables, owner));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** In production, the first administrator has no password that others guess first. */
function withStrongAdmin(env: Env): Env {
  const { production, bootstrapAdmin, configOverrides } = env;
  if (!production || !bootstrapAdmin) return env;
  const problem = staffPasswordProblem(bootstrapAdmin.password, configReader(configOverrides).read("auth.staff_password_min_length"));
  if (problem) throw new Error(`ADMIN_PASSWORD ${problem}`);
  return env;
}
