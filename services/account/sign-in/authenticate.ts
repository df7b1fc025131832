import { AppError } from "#libs/errors/app-error.ts";
import { maySignIn, type User } from "../domain/user.ts";
import type { CaptchaGate } from "./captcha-gate.ts";
import type { SignInDeps } from "./deps.ts";
import type { DeviceProof } from "./devices.ts";
import type { Door } from "./lockout.ts";

interface AuthenticateDeps extends Pick<SignInDeps, "passwords" | "lockout" | "devices"> {
  readonly captchaGate: Pick<CaptchaGate, "requireCaptchaAtLogin">;
}

interface Credentials extends DeviceProof {
  readonly email: string;
  readonly password: string;
  readonly captchaToken?: string | undefined;
}

/**
 * The user with this address and password. An unknown address, an account without a password, a wrong password and a user who is not
 * admitted look alike: same response, same work, same count. Throws auth.login.invalid_credentials, error.throttled, the errors of the captcha gate, and
 * auth.account.suspended when the password was right. The right password resets the count of failures.
 * @param isAdmitted which users may sign in here
 */
export async function authenticate(
  { passwords, lockout, devices, captchaGate }: AuthenticateDeps,
  { email, password, captchaToken, ...proof }: Credentials,
  door: Door,
  isAdmitted: (user: User) => boolean = () => true,
): Promise<User> {
  const login = { email, door, device: devices.read(proof) };
  const { user, counted } = await lockout.begin(login, (failures) => captchaGate.requireCaptchaAtLogin(failures, captchaToken));
  const matches = await passwords.matches(password, user?.passwordHash, () => lockout.requireUnlocked(counted));
  if (!user || !matches || !isAdmitted(user)) {
    await lockout.recordFailure(counted);
    throw new AppError("auth.login.invalid_credentials");
  }
  // Failures of parallel guesses count too: a burst must not get more guesses than a sequence of requests.
  await lockout.settle(counted);
  if (!maySignIn(user)) throw new AppError("auth.account.suspended");
  return user;
}
