import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findAddresses } from "#libs/platform/env/local-start.ts";

/** Read each time: a measurement uses several systems. */
const dataDir = () => process.env.DATA_DIR ?? ".data";

/** The gateways of the running system: those of BASE_URL, else those of the folder. */
export function localGateways(): readonly string[] {
  const bases = process.env.BASE_URL?.split(",") ?? findAddresses(dataDir());
  return bases.map((base) => `${base}/api/v1`);
}

interface Mail {
  readonly to: string;
  readonly kind: string;
  readonly token?: string;
}

/** The administrator that a local start created, unless ADMIN_EMAIL and ADMIN_PASSWORD name another one. */
export function localAdmin(): { email: string; password: string } {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = process.env;
  if (email && password) return { email, password };
  const { admin } = JSON.parse(readFileSync(join(dataDir(), "development-secrets.json"), "utf8")) as {
    admin: { email: string; password: string };
  };
  return admin;
}

/** The token in the newest mail of a kind to an address; a local system writes its mails to DATA_DIR/mail. */
export async function mailedToken(to: string, kind: string): Promise<string> {
  const folder = join(dataDir(), "mail");
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const mails = readMails(folder).filter((mail) => mail.to === to && mail.kind === kind);
    const token = mails.at(-1)?.token;
    if (token) return token;
    await pause(100);
  }
  throw new Error(`no mail of kind ${kind} arrived in ${folder}`);
}

function readMails(folder: string): Mail[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Mail);
  } catch {
    return [];
  }
}
