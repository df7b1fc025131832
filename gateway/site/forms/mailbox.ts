import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Email } from "#libs/providers/email/email-provider.ts";

const MAX_SHOWN = 50;

/** A mail that was written to a folder instead of sent. */
export interface WrittenMail extends Pick<Email, "to" | "subject" | "text" | "locale"> {
  readonly file: string;
  /** ISO 8601. */
  readonly writtenAt: string;
}

/** The newest mails of a folder, newest first: their names begin with the time. Empty when no mail was written yet. */
export async function writtenMails(folder: string): Promise<readonly WrittenMail[]> {
  const files = await readdir(folder).catch(() => []);
  const newest = files
    .filter((file) => file.endsWith(".json"))
    .sort()
    .slice(-MAX_SHOWN)
    .reverse();
  return Promise.all(newest.map((file) => readMail(folder, file)));
}

async function readMail(folder: string, file: string): Promise<WrittenMail> {
  const path = join(folder, file);
  const [text, { mtime }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
  return { ...(JSON.parse(text) as Email), file, writtenAt: mtime.toISOString() };
}
