import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { UnknownReferences } from "./unknown-references.ts";

/**
 * Asks a provider about a document, and notes whether it knows the reference. One that it does not know is no state: the document stays,
 * is asked about again, and counts for the alarm ProviderUnknownReference. Throws ProviderFailure as the question does.
 */
export async function askAbout<Row extends Parameters<UnknownReferences["setUnknown"]>[0], Answer>(
  store: Pick<UnknownReferences, "setUnknown">,
  row: Row,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await ask();
    await store.setUnknown(row, false);
    return answer;
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === "UNKNOWN_REFERENCE") await store.setUnknown(row, true);
    throw error;
  }
}
