import { spawn } from "node:child_process";

// Runs a program for the process that forked this one, and ends the program when that process ends, for whatever reason.
const [, , program = "", ...args] = process.argv;
const child = spawn(program, args, { stdio: "ignore" });
child.once("error", () => process.exit(1));
child.once("exit", (code) => process.exit(code ?? 1));
process.on("disconnect", () => child.kill("SIGKILL"));
// Asks a server to read its configuration again.
process.on("SIGHUP", () => child.kill("SIGHUP"));
process.on("SIGTERM", () => child.kill("SIGTERM"));
process.on("SIGINT", () => child.kill("SIGTERM"));
