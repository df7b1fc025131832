import type { Area } from "../area.ts";

export const house: Area = {
  title: "How the repository is kept",
  sections: [],
  groups: [
    {
      code: ["deploy/bootstrap.mjs"],
      rules: {
        "HSE-17":
          "A clone installs with `npm ci` of npm 10 and 11 on Linux (glibc and musl), macOS and Windows; a Node of the machine that is new enough runs it.",
      },
    },
    {
      code: ["architecture/texts.ts"],
      rules: {
        "HSE-18": "A function has at most 70 lines, its parameters included.",
      },
    },
  ],
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
    "HSE-14",
    "HSE-15",
    "HSE-16",
  ],
};
