import type { Bug } from "./bug.ts";

/** The calls of a pack get the answers of each other. */
const groupAnswersSwapped: Bug = {
  name: "group-answers-swapped",
  invariant: "ANSWER_OWN",
  theme: "visits",
  packs: ({ outcomes }) => ({ outcomes: outcomes.toReversed() }),
};

export const visitBugs: readonly Bug[] = [groupAnswersSwapped];
