import type { Ctx } from "#libs/contract-kit/implement.ts";
import { getUserSummaries } from "#libs/contracts/account/internal.ts";
import { AppError } from "#libs/errors/app-error.ts";

/**
 * Throws auth.account.email_unverified unless the caller has shown that the address of the account is theirs. The owner of the address gets
 * the account one day, with what a stranger who registered it has left there.
 */
export async function requireVerifiedAddress({ call, caller }: Pick<Ctx<never>, "call" | "caller">): Promise<void> {
  const { parties } = await call(getUserSummaries, { userIds: [caller.userId] });
  if (!parties[0]?.emailVerified) throw new AppError("auth.account.email_unverified");
}
