import { implement } from "#libs/contract-kit/implement.ts";
import { rotateSecret } from "#libs/contracts/webhook/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { standardSecretOf } from "../domain/signature.ts";

/**
 * POST /admin/webhooks/{id}/rotate-secret (spec 4.9). Every attempt reads the secret when it begins, so the old one is invalid as soon as
 * this action has responded.
 */
export const rotateSecretAction = ({ audit, clock, endpoints, faults, secrets, transaction }: Deps) =>
  implement(rotateSecret, async (ctx) => {
    const { id } = ctx.params;
    const { secret, stored } = secrets.create(id);
    const rotatedAt = clock.now();
    await transaction(async (tx) => {
      const fields = { sealedSecret: stored.sealed, secretHint: stored.hint, updatedAt: rotatedAt };
      if (!(await endpoints.update(tx, id, fields))) throw new AppError("webhook.endpoint_not_found");
      await audit.add(tx, { actor: ctx.caller.userId, action: "webhook.rotateSecret", target: id, requestId: ctx.requestId });
    });
    await faults.hit("webhook.rotate.committed");
    return { secret, standardSecret: standardSecretOf(secret), rotatedAt: rotatedAt.toISOString() };
  });
