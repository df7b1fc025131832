import type { ObjectRule, Rules, Value } from "./rules.ts";

/** What the action of a stream takes besides its own: where the client stood before, and where this stream stands. */
export const streamParams = {
  lastEventId: { type: "string", max: 64, optional: true, from: "lastEventId" },
  position: { type: "string", max: 200, optional: true, from: "streamPosition" },
} as const satisfies Rules;

/** What the action of a stream answers: what came since a position, and the next position. Asked again at once when there is more. */
export const streamBatch = {
  type: "object",
  props: {
    events: {
      type: "array",
      description: "Each is sent as one server-sent event",
      items: {
        type: "object",
        props: {
          id: { type: "string", nullable: true, description: "What the client says in Last-Event-ID when it comes back" },
          event: { type: "string" },
          data: { type: "json" },
        },
      },
    },
    position: { type: "string" },
    more: { type: "boolean" },
  },
} as const satisfies ObjectRule;

export type StreamBatch = Value<typeof streamBatch>;
