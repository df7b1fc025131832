/** Whether there is a clipboard: not over plain http, nor in every browser inside an app. */
export const canCopy = (): boolean => "clipboard" in navigator && navigator.clipboard !== undefined;

/** Copies a text; resolves to false when the reader denies it. The text can be selected as well. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
