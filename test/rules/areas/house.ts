import type { Area } from "../area.ts";

export const house: Area = {
  title: "The repository: light, and clear to newcomers",
  sections: [],
  unused: ["HSE-01", "HSE-02", "HSE-03"],
  groups: [
    {
      code: ["dispatch/readers.ts", "events/jetstream-consumer.ts", "broker/facts-broker.ts"],
      rules: {
        "HSE-04":
          "Of paid messages that are sent and answered at once, the mails that are due together ask once for what they have in common, and an event costs the bus one packet for its acknowledgement.",
      },
    },
  ],
};
