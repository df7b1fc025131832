import type { Logger } from "pino";
import { ProviderFailure } from "../provider-failure.ts";
import { createSlot, type ProviderHost, type Slot } from "../slot.ts";

/** A text message to one phone number. */
export interface Sms {
  /** E.164: +, then 7 to 15 digits. */
  readonly to: string;
  /** At most 1,000 characters. */
  readonly text: string;
  /** The type of message; may be logged. */
  readonly kind: string;
  readonly locale: string;
}

/** Port of text messages. */
export interface SmsProvider {
  /** Resolves when the provider has accepted the message. Throws ProviderFailure; REFUSED: the provider will never accept it. */
  send(sms: Sms): Promise<void>;
}

const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;
const MAX_TEXT_LENGTH = 1_000;

/** The text messages of the provider that `provider.sms` names. */
export function smsSlot({ config, clock, logger, env }: Pick<ProviderHost, "config" | "clock" | "logger" | "env">): Slot<SmsProvider> {
  return createSlot({ slot: "sms", implementations: { console: consoleSms(logger) }, config, clock, production: env.production });
}

/** Logs each message instead of sending it, without number and text. */
function consoleSms(logger: Logger): SmsProvider {
  return {
    async send({ to, text, kind, locale }) {
      if (!PHONE_NUMBER.test(to) || text === "" || text.length > MAX_TEXT_LENGTH) throw new ProviderFailure("sms", "REFUSED");
      logger.info({ sms: { kind, locale } }, "text message logged instead of sent");
    },
  };
}
