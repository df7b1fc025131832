import { readFileSync, writeFileSync } from "node:fs";
import { isQuiet } from "./figures.ts";
import type { Comparison } from "./report.ts";

const RESULTS = new URL("./RESULTS.md", import.meta.url);
/** Writes a report into RESULTS.md, unless the machine was too busy for it to count. */
export function keepReport(title: string, { bursts, peers }: Pick<Comparison, "bursts" | "peers">, text: string): void {
  if (!isQuiet(bursts, peers)) {
    console.error("RESULTS.md is left as it is: the run was too short, or what does not change spread too far");
    return;
  }
  writeFileSync(RESULTS, withSection(readFileSync(RESULTS, "utf8"), title, text));
}

/** Replaces the text of a section in a Markdown page; a new section goes before the others. */
function withSection(page: string, title: string, text: string): string {
  const [head = "", ...sections] = page.split(/^(?=## )/m);
  const section = `## ${title}\n\n${text}\n\n`;
  const index = sections.findIndex((each) => each.startsWith(`## ${title}\n`));
  if (index < 0) return [head, section, ...sections].join("");
  return `${[head, ...sections.with(index, section)].join("").trimEnd()}\n`;
}
