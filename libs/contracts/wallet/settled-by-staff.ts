import { timestamp } from "../shared.ts";

/** What staff see of money whose provider cannot be asked any more. @param outcomes what may have become of it there */
export const settledByStaff = <const O extends readonly string[]>(outcomes: O) =>
  ({
    providerGone: { type: "boolean", description: "It was sent to a provider that is no longer connected, so two people settle it" },
    settlement: {
      type: "object",
      nullable: true,
      props: { by: { type: "string" }, at: timestamp, reason: { type: "string" }, outcome: { type: "enum", values: outcomes } },
      description: "The first of the two people who settle it, and what became of it",
    },
  }) as const;
