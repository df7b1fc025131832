import type { Area } from "../area.ts";

export const look: Area = {
  title: "The face of the pages",
  sections: [],
  unused: ["VIS-02", "VIS-03", "VIS-04", "VIS-05", "VIS-06", "VIS-07", "VIS-08", "VIS-09", "VIS-10", "VIS-11"],
  groups: [
    {
      code: ["tokens.css", "templates.css"],
      rules: {
        "VIS-01": "One file has all colours, text sizes and radii of the pages; each pair of colours keeps its contrast in both schemes.",
      },
    },
  ],
};
