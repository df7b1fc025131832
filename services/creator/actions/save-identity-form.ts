import { implement } from "#libs/contract-kit/implement.ts";
import { saveIdentityForm } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { requireAge } from "../domain/identity.ts";
import { changeOpenCheck } from "../kyc/change-open-check.ts";

/** PUT /creators/{creatorId}/kyc/form */
export const saveIdentityFormAction = (deps: Deps) =>
  implement(saveIdentityForm, async ({ params: { creatorId, ...values }, caller: { userId } }) => {
    const now = deps.clock.now();
    if (values.birthDate !== undefined) requireAge(values.birthDate, deps.config.read("creator.min_age"), now);
    await changeOpenCheck(deps, { userId, creatorId }, async (tx) => {
      const form = { _id: creatorId, userId };
      await deps.identityForms.save(tx, { ...form, sealed: deps.identityCipher.sealForm(form, values), savedAt: now });
    });
  });
