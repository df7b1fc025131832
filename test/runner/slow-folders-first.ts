import { relative, sep } from "node:path";
import sequencer from "@jest/test-sequencer";

// The types describe the CommonJS build; an import gets the class itself.
const DefaultSequencer = sequencer as unknown as typeof sequencer.default;
type Tests = Parameters<InstanceType<typeof DefaultSequencer>["sort"]>[0];

/** Folders whose files start processes or browsers. One of these at the end of a run would leave the other workers idle. */
const SLOW = ["test/cluster/", "test/simulation/", "test/browser/", "test/soak/", "test/architecture/", "test/faults/", "test/mongo/"];

/** Runs the slowest files first. On a new clone no times are known, so files of slow folders come first, and larger ones before smaller. */
export default class SlowFoldersFirst extends DefaultSequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const pathOf = ({ path, context }: Tests[number]) => relative(context.config.rootDir, path).replaceAll(sep, "/");
    const isSlow = (test: Tests[number]) => SLOW.some((folder) => pathOf(test).startsWith(folder));
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
}
