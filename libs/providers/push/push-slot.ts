import type { Logger } from "pino";
import { ProviderFailure } from "../provider-failure.ts";
import { createSlot, type ProviderHost, type Slot } from "../slot.ts";

/** A notification to one installation of an app. */
export interface Push {
  /** The token of the installation, at most 4,096 characters; never logged. */
  readonly deviceToken: string;
  /** At most 200 characters. */
  readonly title: string;
  /** At most 1,000 characters. */
  readonly body: string;
  /** The place inside the app that a tap opens. */
  readonly deepLink?: string | undefined;
  /** The type of notification; may be logged. */
  readonly kind: string;
}

/** GONE: the installation no longer exists, delete its token. */
export type PushOutcome = "TAKEN" | "GONE";

/** Port of push notifications. */
export interface PushProvider {
  /** Throws ProviderFailure; REFUSED: the provider will never take this notification. */
  send(push: Push): Promise<PushOutcome>;
}

/** The push notifications of the provider that `provider.push` names. */
export function pushSlot({ config, clock, logger, env }: Pick<ProviderHost, "config" | "clock" | "logger" | "env">): Slot<PushProvider> {
  return createSlot({ slot: "push", implementations: { console: consolePush(logger) }, config, clock, production: env.production });
}

/** Logs each notification instead of sending it, without token and text. */
function consolePush(logger: Logger): PushProvider {
  return {
    async send({ deviceToken, title, body, kind }) {
      const fits = deviceToken !== "" && deviceToken.length <= 4_096 && title.length <= 200 && body.length <= 1_000;
      if (!fits) throw new ProviderFailure("push", "REFUSED");
      logger.info({ push: { kind } }, "push notification logged instead of sent");
      return "TAKEN";
    },
  };
}
