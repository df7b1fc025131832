import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey, Texts } from "#gateway/ui/texts.ts";
import type { StaffAction } from "#libs/contracts/config/audited-actions.ts";
import { addPlaceTexts } from "../place-texts.ts";

/** Loads the words for what staff did. Without them, an action is shown by its name. */
export const askForActionTexts = (): Promise<void> => addPlaceTexts("audit").catch(() => undefined);

const keyOf = (action: StaffAction): TextKey => `page.staffAudit.${action}`;

/** What an action of the audit log is called; null: it has no words, because its line is older than they are. */
export function actionText(t: Texts, action: string): string | null {
  const key = keyOf(action as StaffAction);
  const text = t(key);
  return text === key ? null : text;
}

/** What staff did, in words. */
export function ActionText({ of }: { readonly of: string }): VNode {
  const text = actionText(useReader().t, of);
  return text === null ? <code dir="ltr">{of}</code> : <span>{text}</span>;
}
