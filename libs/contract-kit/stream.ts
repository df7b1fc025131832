import type { ObjectRule, Rules, Value } from "./rules.ts";

/** Parameters that every action of a stream has: the last event that the client has seen, and the position of the open stream. */
export const streamParams = {
  lastEventId: { type: "string", max: 64, optional: true, from: "lastEventId" },
  position: { type: "string", max: 200, optional: true, from: "streamPosition" },
} as const satisfies Rules;

/** Events in one result, beside the one that says how many are unread. */
export const STREAM_BATCH_SIZE = 100;

/** The result of a stream's action: the events after a position, and the next position. With `more`, the gateway calls again at once. */
export const streamBatch = {
  type: "object",
  props: {
    events: {
      type: "array",
      max: STREAM_BATCH_SIZE + 1,
      description: "Each is sent as one server-sent event",
      items: {
        type: "object",
        props: {
          id: { type: "string", nullable: true, description: "The client sends it as Last-Event-ID when it reconnects" },
          event: { type: "string" },
          data: { type: "json", maxBytes: 16_384 },
        },
      },
    },
    position: { type: "string" },
    more: { type: "boolean" },
  },
} as const satisfies ObjectRule;

export type StreamBatch = Value<typeof streamBatch>;
