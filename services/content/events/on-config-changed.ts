import { configChanged, getConfigChange } from "#libs/contracts/config/index.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import { legalKindOf } from "../domain/legal-text.ts";

const CALL_TIMEOUT_MS = 2_000;

/**
 * Records each change of a legal text as a version. Reads the text from the recorded change, because the current settings may already hold
 * a later one.
 */
export const onConfigChanged = (deps: Pick<Deps, "inbox" | "transaction" | "legalVersions" | "published" | "services">) =>
  on(configChanged, deps, async ({ changeId, key, changedBy, changedAt }, { tx }) => {
    const kind = legalKindOf(key);
    if (!kind) return;
    const { found, value } = await deps.services.call(getConfigChange, { changeId }, { timeout: CALL_TIMEOUT_MS });
    if (!found) throw new Error(`config change ${changeId} of ${key} has no audit entry`);
    const content = typeof value === "string" ? value : null;
    const version = { _id: changeId, kind, content, publishedAt: new Date(changedAt), publishedBy: changedBy };
    await deps.legalVersions.insertOnce(tx, version);
    await deps.published.changeIn(tx);
  });
