import type { ConfigReader } from "#libs/config/reader.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { CaptchaProvider } from "#libs/providers/captcha/captcha-provider.ts";
import { needed, type Slot } from "#libs/providers/slot.ts";
import type { Lockout } from "./lockout.ts";

/** Keeps machines from what costs work or mails, while the setting wants it. */
export interface CaptchaGate {
  /**
   * Throws auth.captcha.required or auth.captcha.invalid (400), provider.error.off or provider.error.failed (503): a captcha
   * that is wanted is never left out.
   */
  pass(token: string | undefined): Promise<void>;
  /** The same for logins, from some failures of the account on; also of accounts that do not exist. */
  passToLogin(account: string, token: string | undefined): Promise<void>;
}

interface GateDeps {
  readonly config: Pick<ConfigReader, "read">;
  readonly captcha: Slot<CaptchaProvider>;
  readonly lockout: Pick<Lockout, "failuresOf">;
}

export function captchaGate({ config, captcha, lockout }: GateDeps): CaptchaGate {
  const isWanted = () => config.read("auth.captcha_required");
  const check = async (token: string | undefined) => {
    const provider = captcha.use();
    if (!token) throw new AppError("auth.captcha.required");
    if (!(await needed(provider.verify(token)))) throw new AppError("auth.captcha.invalid");
  };
  return {
    async pass(token) {
      if (isWanted()) await check(token);
    },
    async passToLogin(account, token) {
      if (isWanted() && (await lockout.failuresOf(account)) >= config.read("auth.captcha_login_failures")) await check(token);
    },
  };
}
