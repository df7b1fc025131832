import { AppError } from "#libs/errors/app-error.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { User } from "../domain/user.ts";
import { isStaff } from "./enrolment.ts";

/** Throws auth.password.too_short for a password of staff that is shorter than `auth.staff_password_min_length`. */
export function requireLongEnough(user: Pick<User, "roles">, password: string, config: Pick<ConfigReader, "read">): void {
  const minimum = config.read("auth.staff_password_min_length");
  if (isStaff(user) && [...password].length < minimum) throw new AppError("auth.password.too_short", { minimum });
}
