import type { ConfigReader } from "#libs/config/reader.ts";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { KILL_SWITCHES } from "#libs/contract-kit/settings.ts";
import { AppError } from "#libs/errors/app-error.ts";

/** Throws 503 when the system of a route is switched off. The last known state counts. */
export function refuseSwitchedOff({ killSwitch }: HttpBinding, config: ConfigReader): void {
  if (killSwitch && config.isSwitchedOff(killSwitch)) throw new AppError(KILL_SWITCHES[killSwitch]);
}
