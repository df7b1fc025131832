import { AppError } from "#libs/errors/app-error.ts";

/** Four-eyes principle. Throws payment.error.same_admin when the first person asks again. */
export function requireSecondPerson(first: { readonly by: string } | undefined, by: string): void {
  if (first?.by === by) throw new AppError("payment.error.same_admin");
}
