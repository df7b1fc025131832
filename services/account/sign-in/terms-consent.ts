import { AppError } from "#libs/errors/app-error.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";

const KEY = "legal.terms_of_service";

/** When the terms in force were published, if the person has accepted them; null when nothing is published or accepted. */
export function acceptedTerms(config: ConfigReader, accepts: boolean | undefined): Date | null {
  return accepts ? publishedTerms(config) : null;
}

/** Throws auth.register.terms_required when terms are published and the person has not accepted any. */
export function requireTerms(config: ConfigReader, accepted: Date | null): void {
  if (publishedTerms(config) && !accepted) throw new AppError("auth.register.terms_required");
}

const publishedTerms = (config: ConfigReader): Date | null => (config.read(KEY) === null ? null : config.changedAt(KEY));
