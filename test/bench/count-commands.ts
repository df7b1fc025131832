import { channel } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { runningRequestId } from "#libs/contract-kit/running-action.ts";

// Loaded into every process of a cluster first. The first SIGUSR2 starts to count the commands that the process sends to the store. The
// next one appends the counts to a file in the data folder.

interface CommandEvent {
  readonly event: string;
  readonly details: { readonly commandName: string; readonly command: Readonly<Record<string, unknown>> };
}

/** The unique part of the id of a request, a job or a batch. */
const UNIQUE = /-?[0-9a-f]{8}-[0-9a-f-]{27,}$/;

let counts: Map<string, number> | null = null;

channel("mongo:command").subscribe((message) => {
  const { event, details } = message as CommandEvent;
  if (event !== "commandStarted" || counts === null) return;
  const { commandName, command } = details;
  const cause = (runningRequestId() ?? "").replace(UNIQUE, "");
  const name = [process.argv.at(-1), commandName, String(command[commandName]), cause].join("\t");
  counts.set(name, (counts.get(name) ?? 0) + 1);
});

process.on("SIGUSR2", () => {
  if (counts === null) counts = new Map();
  else {
    const lines = [...counts].map(([name, count]) => `${count}\t${name}\n`);
    appendFileSync(join(process.env.DATA_DIR ?? "", "commands.tsv"), lines.join(""));
    counts = null;
  }
});
