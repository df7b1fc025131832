import { configChanged, getConfigChange } from "#libs/contracts/config.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";
import { kindOf } from "../domain/legal-text.ts";

const ASK_MS = 2_000;

/** Writes the history of the legal texts: each change with the text of its moment, also when another one followed at once. */
export const onConfigChanged = (deps: Pick<Deps, "inbox" | "transaction" | "legalVersions" | "ask">) =>
  on(configChanged, deps, async ({ changeId, key, changedBy, changedAt }, { tx }) => {
    const kind = kindOf(key);
    if (!kind) return;
    const { found, value } = await deps.ask(getConfigChange, { changeId }, { timeout: ASK_MS });
    if (!found) throw new Error(`the change ${changeId} of ${key} is not in the audit`);
    const content = typeof value === "string" ? value : null;
    const version = { _id: changeId, kind, content, publishedAt: new Date(changedAt), publishedBy: changedBy };
    await deps.legalVersions.insertOnce(tx, version);
  });
