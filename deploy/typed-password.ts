import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** Exit code of a command that Ctrl-C has ended. */
const INTERRUPTED = 130;

/** The password on the standard input, without the end of its line. */
export async function passwordFromInput(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, "");
}

/** A password that is typed twice on the terminal and not shown there; null when the two differ. */
export async function typedPassword(): Promise<string | null> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  terminal.on("SIGINT", () => process.exit(INTERRUPTED));
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    const answer = await terminal.question("");
    process.stderr.write("\n");
    return answer;
  };
  try {
    const password = await ask("Password: ");
    return (await ask("Again: ")) === password ? password : null;
  } finally {
    terminal.close();
  }
}
