import type { Area } from "../area.ts";

export const guards: Area = {
  title: "Audits of the books and what they switch off",
  sections: [],
  groups: [
    {
      code: ["provider-books/reconcile-provider.ts", "provider-books/find-explained.ts"],
      rules: {
        "GRD-07":
          "What a payment provider keeps is posted once; a movement in its books that nothing here explains is M12, and switches nothing off.",
      },
    },
  ],
  unused: ["GRD-01", "GRD-02", "GRD-03", "GRD-04", "GRD-05", "GRD-06", "GRD-08"],
};
