import { join } from "node:path";
import type { Env } from "#libs/platform/env/env.ts";
import { commandFor, leaveAddresses } from "#libs/platform/env/local-start.ts";
import { createLogger } from "#libs/platform/log/logger.ts";

interface Started {
  /** How many processes run; null: everything in this one. */
  readonly processes: number | null;
  /** The name that the store gives itself. */
  readonly store: string;
  /** Ports of further gateways. */
  readonly otherPorts?: readonly number[];
}

/** The address of the interface as a browser of this machine writes it. */
export function addressOf({ host, port }: Pick<Env, "host" | "port">): string {
  const isLocal = ["localhost", "127.0.0.1", "::1", "0.0.0.0", "::"].includes(host);
  return `http://${isLocal ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Announces that the system is ready, with its addresses: a block on a terminal, one JSON line elsewhere. */
export function announce(env: Env, { processes, store, otherPorts = [] }: Started): void {
  const url = addressOf(env);
  if (!env.production) leaveAddresses(env.dataDir, [url, ...otherPorts.map((port) => addressOf({ ...env, port }))]);
  const hasPages = env.configOverrides.get("CONFIG_PAGES_ENABLED") !== "false";
  const hasMailFolder = !env.production && env.configOverrides.get("CONFIG_PROVIDER_EMAIL") === "folder";
  const passwordFile = join(env.dataDir, "development-secrets.json");
  const admin = env.production || !env.bootstrapAdmin ? null : { email: env.bootstrapAdmin.email, passwordFile };
  const signIn = admin && `${admin.email}, password in ${admin.passwordFile}`;
  const urls = {
    ...(hasPages && { product: `${url}/` }),
    interface: `${url}/api/v1`,
    docs: `${url}/docs`,
    ...(hasPages && { console: `${url}/admin` }),
    ...(hasPages && hasMailFolder && { mailbox: `${url}/mailbox` }),
    // Port 0 is any free one, which this process does not know.
    ...(env.metricsPort !== 0 && { metrics: `http://${env.metricsHost}:${env.metricsPort}/metrics` }),
  };
  if (!process.stdout.isTTY) {
    createLogger("info").info({ urls, ...(admin && { admin }), otherPorts }, "ready");
    return;
  }
  const running = processes === null ? "one process" : `${processes} processes`;
  const forStaff = [urls.console, signIn].filter((part) => part).join("   ");
  const lines = [
    ...(urls.product ? [["Product", urls.product]] : []),
    ["Docs", urls.docs],
    ...(forStaff ? [[urls.console ? "Console" : "Admin", forStaff]] : []),
    ...(urls.mailbox ? [["Mails", `${urls.mailbox}   files in ${join(env.dataDir, "mail")}`]] : []),
    ...(otherPorts.length > 0 ? [["Gateways", [env.port, ...otherPorts].join(", ")]] : []),
    ...(env.production ? [] : [["Next", `${commandFor("seed", env.dataDir)}   in another terminal: creators and a fan to try it with`]]),
    ["Stop", "Ctrl-C"],
  ];
  const seconds = process.uptime().toFixed(1);
  console.log(`Creator platform is running: ${running}, store ${store}, ${seconds} s`);
  for (const [name = "", text = ""] of lines) console.log(`  ${name.padEnd(10)}${text}`);
}
