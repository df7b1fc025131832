import type { Area } from "../area.ts";

/** What keeps the code light. */
export const house: Area = {
  title: "A light house",
  sections: [],
  unused: ["HSE-01", "HSE-02", "HSE-03", "HSE-04", "HSE-05", "HSE-06", "HSE-07", "HSE-08", "HSE-09", "HSE-10", "HSE-11"],
  groups: [
    {
      code: ["embedded-mongo/supported.ts"],
      rules: {
        "HSE-12":
          "The embedded store knows the commands, stages and operators that the product uses and a short list with reasons; anything else is refused with MongoDB's code.",
      },
    },
  ],
};
