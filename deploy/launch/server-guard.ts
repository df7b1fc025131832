import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { isListening } from "./free-port.ts";

// Runs a server for the process that forked this one, tells it when the server listens, and ends the server when that process ends, for
// whatever reason: `server-guard.ts PORT PROGRAM ARGUMENTS`.
const START_TIMEOUT_MS = 15_000;

const [, , port = "", program = "", ...args] = process.argv;
const child = spawn(program, args, { stdio: "ignore" });
child.once("error", () => process.exit(1));
child.once("exit", (code) => process.exit(code ?? 1));
process.on("disconnect", () => child.kill("SIGKILL"));
// Asks a server to read its configuration again.
process.on("SIGHUP", () => child.kill("SIGHUP"));
process.on("SIGTERM", () => child.kill("SIGTERM"));
process.on("SIGINT", () => child.kill("SIGTERM"));

for (const end = performance.now() + START_TIMEOUT_MS; !(await isListening(Number(port))); await pause(20)) {
  if (performance.now() > end) child.kill("SIGKILL");
}
process.send?.({ server: child.pid });
