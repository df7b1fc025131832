import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startServerWith } from "../support/server-process.ts";

const START_AT = fileURLToPath(new URL("./start-at.ts", import.meta.url));
/** Until both processes have loaded their modules. */
const LOAD_MS = 1500;

/**
 * Starts two servers on one directory in the same millisecond, again and again. Returns the rounds that did not end with one server and one
 * refusal.
 */
export async function tryOwners(rounds: number, until = Number.POSITIVE_INFINITY): Promise<{ rounds: number; findings: string[] }> {
  const directory = fs.mkdtempSync(path.join(tmpdir(), "owners-"));
  const findings: string[] = [];
  const refusal = `embedded-mongo: the data directory ${directory} is in use by another server; stop it or choose another directory\n`;
  let round = 0;
  for (; round < rounds && Date.now() < until; round++) {
    const env = { START_AT: String(Date.now() + LOAD_MS) };
    const starts = await Promise.allSettled([1, 2].map(() => startServerWith(["--import", START_AT], ["--data-dir", directory], env)));
    const serving = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    if (serving.length !== 1) findings.push(`round ${round}: ${serving.length} serve`);
    for (const start of starts) {
      if (start.status === "fulfilled") continue;
      const { exitCode, message } = start.reason as { exitCode: number | null; message: string };
      if (exitCode !== 2 || message !== refusal) findings.push(`round ${round}: ended with ${exitCode}: ${message}`);
    }
    // the next round opens the directory of a server that was killed
    for (const server of serving) await server.end("SIGKILL");
  }
  fs.rmSync(directory, { recursive: true, force: true });
  return { rounds: round, findings };
}
