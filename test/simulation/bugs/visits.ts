import type { Bug } from "./bug.ts";

/** The calls of a batch get each other's answers. */
const groupAnswersSwapped: Bug = {
  name: "group-answers-swapped",
  invariant: "ANSWER_OWN",
  theme: "visits",
  firstSeed: 1,
  batches: ({ outcomes }) => ({ outcomes: outcomes.toReversed() }),
};

export const visitBugs: readonly Bug[] = [groupAnswersSwapped];
