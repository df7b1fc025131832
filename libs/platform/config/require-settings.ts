import type { ActionHandler, ActionSchema, Middleware, Service } from "moleculer";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { ConfigReader } from "./reader.ts";

/** A process without news of the config service for this long may have missed a tripped kill switch. */
const MAX_SILENT_MS = 60 * SECOND;

interface Settings {
  readonly config: Pick<ConfigReader, "silentMs">;
  readonly env: Pick<Env, "production">;
}

/**
 * Throws 503 for an action that moves money while the settings of this process may be old. In production it also throws before the first
 * answer.
 */
export function requireSettings({ class: workClass, http }: ActionContract, { config, env }: Settings): void {
  if (workClass !== "money" || http?.method === "GET") return;
  const silentMs = config.silentMs();
  const areOld = Number.isFinite(silentMs) ? silentMs > MAX_SILENT_MS : env.production;
  if (areOld) throw new AppError("error.service_unavailable");
}

/** The same for the actions that run in this process: its settings may be older than those of the gateway. */
export function settingsGuard(settings: Settings): Middleware {
  return {
    name: "SettingsGuard",
    localAction(next: ActionHandler<Service>, schema: ActionSchema): ActionHandler<Service> {
      const { contract } = schema as { readonly contract?: ActionContract };
      if (contract?.class !== "money") return next;
      return async function (context) {
        requireSettings(contract, settings);
        return next.call(this, context);
      };
    },
  };
}
