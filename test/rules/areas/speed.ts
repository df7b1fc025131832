import type { Area } from "../area.ts";

export const speed: Area = {
  title: "What a request may cost",
  sections: [],
  groups: [
    {
      code: ["mongo/observe.ts"],
      rules: {
        "SPD-09":
          "How many database commands, transactions and calls between processes each route asks for stands in a table (test/budget/budgets.ts) that no route exceeds.",
      },
    },
  ],
};
