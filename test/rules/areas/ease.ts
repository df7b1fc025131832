import type { Area } from "../area.ts";

export const ease: Area = {
  title: "Steps, words and sums that people meet",
  sections: [],
  groups: [
    {
      code: ["env/local-start.ts", "discover/popular-creators.tsx"],
      rules: {
        "EAS-16": "The page without creators says the command that gives this system people, for its folder and port.",
      },
    },
    {
      code: ["openapi/docs-page.ts", "response/documentation-html.ts"],
      rules: {
        "EAS-22":
          "The documentation is one page without script, for every width, in which a browser's search finds each operation and error.",
      },
    },
  ],
  unused: [
    "EAS-01",
    "EAS-02",
    "EAS-03",
    "EAS-04",
    "EAS-05",
    "EAS-06",
    "EAS-07",
    "EAS-08",
    "EAS-09",
    "EAS-10",
    "EAS-11",
    "EAS-12",
    "EAS-13",
    "EAS-14",
    "EAS-15",
    "EAS-17",
    "EAS-18",
    "EAS-19",
    "EAS-20",
    "EAS-21",
  ],
};
