import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { uuid } from "#libs/kernel/ids.ts";
import type { EmailProvider } from "./email-provider.ts";

/** Logs each email instead of sending it, without address, text and token. */
export function consoleEmail(logger: Logger): EmailProvider {
  return {
    async send({ kind, locale }) {
      logger.info({ mail: { kind, locale } }, "email logged instead of sent");
    },
  };
}

/** Writes each email to a file for systems on a developer's machine. Only its owner can read the file and list its folder. */
export function folderEmail(folder: string): EmailProvider {
  return {
    async send(email) {
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o700);
      await writeFile(join(folder, `${uuid()}.json`), JSON.stringify(email, null, 2), { mode: 0o600 });
    },
  };
}
