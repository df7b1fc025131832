import { AppError, type ErrorVars, isErrorKey } from "#libs/errors/app-error.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { cipherFor } from "#libs/kernel/field-cipher.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";

/** What became of a form, for the page that follows it. */
export interface Outcome {
  /** Null: it was done. */
  readonly refusal: AppError | null;
  /** The fields that the page shows again. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Parameter of the address that shows an outcome. */
export const OUTCOME = "outcome";

const LIFETIME_MS = HOUR;
/** Longer addresses are refused on the way by some proxies; such a form loses what was typed. */
const MAX_CHARACTERS = 4_000;

interface Stored {
  readonly until: number;
  readonly fields: Outcome["fields"];
  readonly refusal: { readonly key: string; readonly vars: ErrorVars; readonly details: AppError["details"] } | null;
}

/** Puts outcomes into addresses, so that a page can be loaded again without sending its form again. */
export interface Outcomes {
  seal(outcome: Outcome, path: string): string;
  /** Null: this site did not seal the text, or sealed it for another page, or the text is too old. */
  open(sealed: string | null, path: string): Outcome | null;
}

/** Outcomes hold addresses and codes of mails, so they are sealed. A page says only of something that was done, within the hour, that it was. */
export function outcomes({ env, clock }: Pick<Runtime, "env" | "clock">): Outcomes {
  const cipher = cipherFor("outcomes of forms", env.secrets.contentKeys);
  const now = () => clock.now().getTime();
  const sealed = (stored: Stored, path: string) => Buffer.from(cipher.encrypt(JSON.stringify(stored), path)).toString("base64url");
  return {
    seal({ refusal, fields }, path) {
      const about = refusal && { key: refusal.key, vars: refusal.vars, details: refusal.details };
      const whole = sealed({ until: now() + LIFETIME_MS, fields, refusal: about }, path);
      return whole.length <= MAX_CHARACTERS ? whole : sealed({ until: now() + LIFETIME_MS, fields: {}, refusal: about }, path);
    },
    open(text, path) {
      if (text === null) return null;
      try {
        const { until, fields, refusal } = JSON.parse(cipher.decrypt(Buffer.from(text, "base64url").toString(), path)) as Stored;
        if (until <= now()) return null;
        return { fields, refusal: refusal && isErrorKey(refusal.key) ? new AppError(refusal.key, refusal.vars, refusal.details) : null };
      } catch {
        return null;
      }
    },
  };
}
