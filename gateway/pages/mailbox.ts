import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Email } from "#libs/providers/email/email-provider.ts";

const MOST_SHOWN = 50;

/** A mail that was written to a folder instead of sent. */
export type WrittenMail = Pick<Email, "to" | "subject" | "text" | "locale"> & { readonly file: string };

/** The newest mails of a folder, newest first: their names begin with the time. None when nothing was written yet. */
export async function writtenMails(folder: string): Promise<readonly WrittenMail[]> {
  const files = await readdir(folder).catch(() => []);
  const newest = files
    .filter((file) => file.endsWith(".json"))
    .sort()
    .slice(-MOST_SHOWN)
    .reverse();
  return Promise.all(newest.map(async (file) => ({ ...(JSON.parse(await readFile(join(folder, file), "utf8")) as Email), file })));
}
