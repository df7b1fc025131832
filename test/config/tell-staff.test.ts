import { expect, it } from "@jest/globals";
import { pino } from "pino";
import { tellStaff } from "#services/config/alarms/tell-staff.ts";

it("GRD-03 a switch that staff cannot be told of keeps no other one from being told", async () => {
  const told: string[] = [];
  const deps = {
    logger: pino({ level: "silent" }),
    switches: {
      list: async () => ["PAYMENTS", "PAYOUTS"].map((_id) => ({ _id, untold: "M1" })),
      async setTold(_: unknown, system: string) {
        if (system === "PAYMENTS") throw new Error("fails each time");
        return true;
      },
    },
    services: { call: async () => ({ userIds: ["one"] }) },
    transaction: (work: (tx: null) => Promise<unknown>) => work(null),
    outbox: { add: async (_: unknown, __: unknown, { system }: { readonly system: string }) => told.push(system) },
  };
  await tellStaff(deps as unknown as Parameters<typeof tellStaff>[0]);
  expect(told).toEqual(["PAYOUTS"]);
});
