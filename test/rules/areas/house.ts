import type { Area } from "../area.ts";

export const house: Area = {
  title: "The repository: light, and clear to newcomers",
  sections: [],
  unused: [
    "HSE-01",
    "HSE-02",
    "HSE-03",
    "HSE-04",
    "HSE-05",
    "HSE-06",
    "HSE-07",
    "HSE-08",
    "HSE-09",
    "HSE-10",
    "HSE-11",
    "HSE-12",
    "HSE-13",
  ],
  groups: [
    {
      code: ["kernel/fields.ts", "mongo/define-collection.ts"],
      rules: {
        "HSE-14": "The fields of a collection are declared once: the type of its documents and its schema come from the same value.",
      },
    },
  ],
};
