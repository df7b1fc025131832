import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { isListening } from "./free-port.ts";

// Runs a server for the process that forked this one, and reports when the server listens. When the parent ends for any reason, it ends the
// server: `server-guard.ts PORT PROGRAM ARGUMENTS`.
const START_TIMEOUT_MS = 15_000;

const [, , port = "", program = "", ...args] = process.argv;
const child = spawn(program, args, { stdio: "ignore" });
child.once("error", () => process.exit(1));
child.once("exit", (code) => process.exit(code ?? 1));
process.on("disconnect", () => child.kill("SIGKILL"));
// SIGHUP makes a server reload its configuration.
process.on("SIGHUP", () => child.kill("SIGHUP"));
process.on("SIGTERM", () => child.kill("SIGTERM"));
process.on("SIGINT", () => child.kill("SIGTERM"));

for (const end = performance.now() + START_TIMEOUT_MS; !(await isListening(Number(port))); await pause(20)) {
  if (performance.now() > end) child.kill("SIGKILL");
}
process.send?.({ server: child.pid });
