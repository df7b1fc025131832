import { createRequire } from "node:module";
import type { DestinationStream } from "pino";
import { createLogger, type Logger } from "./logger.ts";

const require = createRequire(import.meta.url);

/** Of the environment. */
interface LogOptions {
  readonly logLevel: string;
  readonly logFormat: "auto" | "pretty" | "json";
}

/** The logger of a process: JSON lines, or readable lines on a terminal (`LOG_FORMAT`). */
export function processLogger({ logLevel, logFormat }: LogOptions, base: Record<string, string> = {}): Logger {
  const isForPeople = logFormat === "pretty" || (logFormat === "auto" && process.stdout.isTTY === true);
  return createLogger(logLevel, base, isForPeople ? linesForPeople() : undefined);
}

/** Loaded only on a terminal. */
function linesForPeople(): DestinationStream {
  const pretty = require("pino-pretty") as typeof import("pino-pretty");
  return pretty({
    colorize: process.stdout.hasColors?.() ?? false,
    ignore: "service,requestId",
    translateTime: "SYS:HH:MM:ss",
    sync: true,
  });
}
