import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { uuid } from "#libs/kernel/ids.ts";
import type { EmailProvider } from "./email-provider.ts";

/** Leaves each mail as a file that only its owner reads; for systems on one's own machine. */
export function folderEmail(folder: string): EmailProvider {
  return {
    async send(email) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${uuid()}.json`), JSON.stringify(email, null, 2), { mode: 0o600 });
    },
  };
}
