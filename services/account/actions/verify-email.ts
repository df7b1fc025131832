import { implement } from "#libs/contract-kit/implement.ts";
import { verifyEmail } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";

/** POST /auth/verify-email */
export const verifyEmailAction = ({
  clock,
  transaction,
  mailTokens,
  credentials,
}: Pick<Deps, "clock" | "transaction" | "mailTokens" | "credentials">) =>
  implement(verifyEmail, ({ params }) =>
    transaction(async (tx) => {
      const userId = await mailTokens.consume(tx, sha256Hex(params.token), "VERIFY_EMAIL", clock.now());
      const verified = userId !== null && (await credentials.markVerified(tx, userId));
      if (!verified) throw new AppError("auth.verify.invalid_token");
    }),
  );
