import { TestEnvironment } from "jest-environment-node";
import { keepRecording, unlistedIn } from "./lists.ts";
import { startRecorder } from "./recorder.ts";

/** Records what the stores of a test file ask of the database. The file fails when that is not on the committed lists. */
export default class RecordingEnvironment extends TestEnvironment {
  readonly #recorder = startRecorder();
  readonly #testFile: string;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    this.#testFile = context.testPath;
  }

  override async teardown(): Promise<void> {
    const recording = this.#recorder.stop();
    await super.teardown();
    if (recording.uses.length === 0) return;
    keepRecording(this.#testFile, recording);
    const unlisted = unlistedIn(recording);
    if (unlisted.length > 0)
      throw new Error(
        `The store is asked for what no list names; see "Lists of what the store is asked" in the README:\n${unlisted.join("\n")}`,
      );
  }
}
