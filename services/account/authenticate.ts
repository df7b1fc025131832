import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "./deps.ts";
import { maySignIn, type User } from "./domain/user.ts";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * The user whom address and password prove. An unknown address, an account without a password, a wrong password and a user
 * who is not admitted are one case: same answer, same work, same count. Throws auth.login.invalid_credentials,
 * error.throttled, and auth.account.suspended once the password was right.
 */
export async function authenticate(
  { users, passwords, lockout }: Pick<Deps, "users" | "passwords" | "lockout">,
  { email, password }: Credentials,
  admits: (user: User) => boolean = () => true,
): Promise<User> {
  const refuseLocked = () => lockout.refuseLocked(email);
  await refuseLocked();
  const user = await users.findByEmail(email);
  const matches = await passwords.matches(password, user?.passwordHash, refuseLocked);
  if (!user || !matches || !admits(user)) {
    await lockout.failed(email);
    throw new AppError("auth.login.invalid_credentials");
  }
  // Guesses that ran beside this one count as well: a burst must not get more of them than a row of requests.
  await refuseLocked();
  if (!maySignIn(user)) throw new AppError("auth.account.suspended");
  return user;
}
