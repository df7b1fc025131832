import { action } from "#libs/contract-kit/contract.ts";
import { id } from "../shared.ts";

/** For the outboxes: only this service may query the bus for stored events. */
export const lastFacts = action({
  name: "config.lastFacts",
  summary:
    "The last fact that the stream holds of each event, by its name: sequence number and id; none of an event that it holds no fact of",
  params: { events: { type: "array", items: { type: "string", max: 100, pattern: /^[a-z][a-z0-9_.-]*$/ }, max: 100 } },
  returns: {
    type: "object",
    props: { serverId: { type: "string" }, created: { type: "string" }, last: { type: "json", maxBytes: 50_000 } },
  },
  errors: [],
});

/** For the outboxes, which look for gaps between stored events. */
export const findLostFacts = action({
  name: "config.findLostFacts",
  summary: "Which of some facts are not in the stream under their sequence number any more",
  params: {
    facts: {
      type: "array",
      items: { type: "object", props: { id: { type: "uuid" }, seq: { type: "number", integer: true, min: 1 } } },
      max: 500,
    },
  },
  returns: { type: "object", props: { lost: { type: "array", items: id, max: 500 } } },
  errors: [],
});
