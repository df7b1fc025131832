import { implement } from "#libs/contract-kit/implement.ts";
import { rotateSecret } from "#libs/contracts/webhook.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/**
 * POST /admin/webhooks/{id}/rotate-secret (spec 4.9). Every attempt reads the secret when it begins, so the old one is dead as
 * soon as this has answered.
 */
export const rotateSecretAction = ({ audit, clock, endpoints, faults, secrets, transaction }: Deps) =>
  implement(rotateSecret, async (ctx) => {
    const { id } = ctx.params;
    const { secret, kept } = secrets.make(id);
    const rotatedAt = clock.now();
    await transaction(async (tx) => {
      const change = { sealedSecret: kept.sealed, secretHint: kept.hint, updatedAt: rotatedAt };
      if (!(await endpoints.update(tx, id, change))) throw new AppError("webhook.endpoint_not_found");
      await audit.add(tx, { actor: ctx.caller.userId, action: "webhook.rotateSecret", target: id, requestId: ctx.requestId });
    });
    await faults.hit("webhook.rotate.committed");
    return { secret, rotatedAt: rotatedAt.toISOString() };
  });
