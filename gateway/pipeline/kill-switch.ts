import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { KILL_SWITCHES } from "#libs/policies/kill-switches.ts";

/** Throws 503 while the kill switch of a route is active. Without the config service the last known state counts. */
export function requireSwitchedOn({ killSwitch }: HttpBinding, config: ConfigReader): void {
  if (killSwitch && config.isSwitchedOff(killSwitch)) throw new AppError(KILL_SWITCHES[killSwitch]);
}
