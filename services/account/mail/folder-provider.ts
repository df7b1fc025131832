import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { uuid } from "#libs/kernel/ids.ts";
import type { MailProvider } from "./mail.ts";

/** Leaves each mail as a file that only its owner reads; for systems on one's own machine. Names sort by time. */
export function folderProvider(folder: string): MailProvider {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${uuid()}.json`), JSON.stringify(mail, null, 2), { mode: 0o600 });
    },
  };
}
