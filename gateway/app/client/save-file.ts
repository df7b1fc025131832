import { ApiError } from "#libs/client/send.ts";
import { session } from "./api.ts";

/** Saves the documents of an export; each names the next one. Throws an {@link ApiError} when one cannot be loaded. */
export async function saveParts(firstUrl: string): Promise<void> {
  for (let url: string | null = firstUrl; url !== null; ) {
    const { pathname, search } = new URL(url, location.href);
    const response: Response = await fetch(pathname + search, { headers: { Authorization: `Bearer ${await session.token()}` } });
    if (!response.ok) throw new ApiError(response.status, {});
    const text = await response.text();
    saveText(text, /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "export.json", "application/json");
    url = (JSON.parse(text) as { readonly next: string | null }).next;
  }
}

/** Makes Excel read a table as UTF-8; programs that read it from the interface get none. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Offers a table to the reader as a file download. */
export function saveTable(csv: string, fileName: string): void {
  saveText(BYTE_ORDER_MARK + csv, fileName, "text/csv");
}

/** Offers a text to the reader as a file download. */
function saveText(text: string, fileName: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
