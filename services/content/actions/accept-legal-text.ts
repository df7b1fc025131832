import { implement } from "#libs/contract-kit/implement.ts";
import { acceptLegalText } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Deps } from "../deps.ts";
import { LEGAL_KEYS } from "../domain/legal-text.ts";
import { acceptanceView } from "../views/legal-view.ts";

/** POST /legal/accept: accepts the text in force. An older version is 409. */
export const acceptLegalTextAction = ({ clock, config, legalAcceptances }: Pick<Deps, "clock" | "config" | "legalAcceptances">) =>
  implement(acceptLegalText, async (ctx) => {
    const { userId } = ctx.caller;
    const { kind, version } = ctx.params;
    const current = config.read(LEGAL_KEYS[kind]) === null ? null : config.changedAt(LEGAL_KEYS[kind]);
    if (!current) throw new AppError("legal.error.not_published");
    if (version !== undefined && new Date(version).getTime() !== current.getTime()) throw new AppError("legal.error.version_outdated");
    const acceptance = { _id: uuid(), userId, kind, version: current, acceptedAt: clock.now() };
    return acceptanceView(await legalAcceptances.insertOnce(acceptance));
  });
