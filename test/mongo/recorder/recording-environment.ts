import { keepRecording, unlistedIn } from "./lists.ts";
import { startRecorder } from "./recorder.ts";

/**
 * Runs a test file with the globals of its process, as the product runs. Records the stores' commands meanwhile; the file fails when one is
 * missing from the committed lists.
 */
export default class RecordingEnvironment {
  readonly global = globalThis;
  readonly #recorder = startRecorder();
  readonly #testFile: string;

  constructor(_config: unknown, context: { readonly testPath: string }) {
    this.#testFile = context.testPath;
  }

  /** Null, because the file has no context of its own. */
  getVmContext(): null {
    return null;
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    const recording = this.#recorder.stop();
    if (recording.uses.length === 0) return;
    keepRecording(this.#testFile, recording);
    const unlisted = unlistedIn(recording);
    if (unlisted.length > 0)
      throw new Error(
        `The store is asked for what no list names; see "Lists of commands and query plans" in deploy/docs/storage.md:\n${unlisted.join("\n")}`,
      );
  }
}
