import { AppError } from "#libs/errors/app-error.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { CaptchaProvider } from "#libs/providers/captcha/captcha-provider.ts";
import { orProviderUnavailable, type Slot } from "#libs/providers/slot.ts";

/** Requires captchas while the setting `auth.captcha_required` is on, and after many registrations from one network. */
export interface CaptchaGate {
  /**
   * Throws auth.captcha.required or auth.captcha.invalid (400), and provider.error.off or provider.error.failed (503): without a working
   * provider the captcha is not skipped.
   */
  requireCaptcha(token: string | undefined): Promise<void>;
  /**
   * The same. Without that setting, it also requires one after `auth.captcha_after_registrations` registrations, while a provider is
   * active.
   * @param registrations of the same network in the window of their limit, with this one
   */
  requireCaptchaAtRegistration(registrations: number, token: string | undefined): Promise<void>;
  /** The same, for accounts that have reached `auth.captcha_login_failures` failures. The account need not exist. */
  requireCaptchaAtLogin(failures: number, token: string | undefined): Promise<void>;
}

interface GateDeps {
  readonly config: Pick<ConfigReader, "read">;
  readonly captcha: Slot<CaptchaProvider>;
}

export function createCaptchaGate({ config, captcha }: GateDeps): CaptchaGate {
  const isOn = () => config.read("auth.captcha_required");
  const verify = async (token: string | undefined) => {
    const provider = captcha.use();
    if (!token) throw new AppError("auth.captcha.required");
    if (!(await orProviderUnavailable(provider.verify(token)))) throw new AppError("auth.captcha.invalid");
  };
  return {
    async requireCaptcha(token) {
      if (isOn()) await verify(token);
    },
    async requireCaptchaAtRegistration(registrations, token) {
      const areMany = registrations > config.read("auth.captcha_after_registrations") && captcha.activeName() !== null;
      if (isOn() || areMany) await verify(token);
    },
    async requireCaptchaAtLogin(failures, token) {
      if (isOn() && failures >= config.read("auth.captcha_login_failures")) await verify(token);
    },
  };
}
