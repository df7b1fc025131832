import type { Logger } from "pino";
import type { ProviderHost } from "./host.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { type Slot, slotOf } from "./slot.ts";

/** One notification to one installation of an app. */
export interface Push {
  /** What the installation was registered with; at most 4,096 characters, never logged. */
  readonly deviceToken: string;
  /** At most 200 characters. */
  readonly title: string;
  /** At most 1,000 characters. */
  readonly body: string;
  /** Where a tap leads inside the app. */
  readonly deepLink?: string | undefined;
  /** What sort of notification it is; may be logged. */
  readonly kind: string;
}

/** GONE: the installation does not exist any more, its token is to be forgotten. */
export type PushOutcome = "TAKEN" | "GONE";

/** Somebody who delivers notifications to apps. */
export interface PushProvider {
  /** Throws ProviderFailure; REFUSED: this notification will never be taken. */
  send(push: Push): Promise<PushOutcome>;
}

/** Notifications to apps, through the provider that `provider.push` names. */
export function pushSlot({ config, clock, logger, env }: Pick<ProviderHost, "config" | "clock" | "logger" | "env">): Slot<PushProvider> {
  return slotOf({ slot: "push", implementations: { console: consolePush(logger) }, config, clock, production: env.production });
}

/** Writes a line for each notification instead of sending it; neither token nor text is in it. */
function consolePush(logger: Logger): PushProvider {
  return {
    async send({ deviceToken, title, body, kind }) {
      const fits = deviceToken !== "" && deviceToken.length <= 4_096 && title.length <= 200 && body.length <= 1_000;
      if (!fits) throw new ProviderFailure("push", "REFUSED");
      logger.info({ push: { kind } }, "push");
      return "TAKEN";
    },
  };
}
