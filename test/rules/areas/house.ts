import type { Area } from "../area.ts";

export const house: Area = {
  title: "The house",
  sections: [],
  groups: [
    {
      code: ["deploy/run-report.ts"],
      rules: { "HSE-15": "The report of `npm test` names the ten slowest files and every file above 30 seconds." },
    },
    {
      code: ["deploy/run-tests.ts"],
      rules: { "HSE-16": "No test asserts on wall time, so `npm test` passes beside other work of the machine." },
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
  ],
};
