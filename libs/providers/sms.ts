import type { Logger } from "pino";
import type { ProviderHost } from "./host.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { type Slot, slotOf } from "./slot.ts";

/** One short message to one telephone. */
export interface Sms {
  /** In E.164 form: +, then 7 to 15 digits. */
  readonly to: string;
  /** At most 1,000 characters. */
  readonly text: string;
  /** What sort of message it is; may be logged. */
  readonly kind: string;
  readonly locale: string;
}

/** Somebody who delivers short messages. */
export interface SmsProvider {
  /** Resolves when the provider has taken the message over. Throws ProviderFailure; REFUSED: it will never be taken. */
  send(sms: Sms): Promise<void>;
}

const NUMBER = /^\+[1-9]\d{6,14}$/;
const MAX_TEXT = 1_000;

/** Short messages, through the provider that `provider.sms` names. */
export function smsSlot({ config, clock, logger, env }: Pick<ProviderHost, "config" | "clock" | "logger" | "env">): Slot<SmsProvider> {
  return slotOf({ slot: "sms", implementations: { console: consoleSms(logger) }, config, clock, production: env.production });
}

/** Writes a line for each message instead of sending it; neither number nor text is in it. */
function consoleSms(logger: Logger): SmsProvider {
  return {
    async send({ to, text, kind, locale }) {
      if (!NUMBER.test(to) || text === "" || text.length > MAX_TEXT) throw new ProviderFailure("sms", "REFUSED");
      logger.info({ sms: { kind, locale } }, "sms");
    },
  };
}
