import type { Area } from "../area.ts";

export const house: Area = {
  title: "The repository: light, and clear to newcomers",
  sections: [],
  unused: ["HSE-01", "HSE-02", "HSE-03", "HSE-04", "HSE-05", "HSE-06"],
  groups: [
    {
      code: ["app/app-routes.ts", "site/page-table.ts"],
      rules: {
        "HSE-07":
          "No folder of the gateway has more than 25 files; each place of the application is imported by its router only, and names its texts and calls.",
      },
    },
    {
      code: ["client/contract-client.ts", "assets/contract-routes.ts", "write-client-types.ts"],
      rules: {
        "HSE-08":
          "Generated files are no part of the repository; the package for programs outside of it is built by a command, and compiles in three seconds.",
      },
    },
    {
      code: ["routing/find-endpoint.ts", "pipeline/run-route.ts"],
      rules: {
        "HSE-09":
          "One router decides every path of the interface, with 404 and 405; moleculer-web has the same table. Clients and pages run a route by the same steps.",
      },
    },
  ],
};
