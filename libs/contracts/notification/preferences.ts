import { action } from "#libs/contract-kit/contract.ts";
import { EMAIL_MODES, NOTIFICATION_KEYS } from "./terms.ts";

const eventKey = { type: "enum", values: NOTIFICATION_KEYS } as const;
const flag = { type: "boolean" } as const;
const optionalFlag = { type: "boolean", optional: true } as const;

const preferences = {
  type: "object",
  props: {
    preferences: {
      type: "array",
      max: 100,
      description: "Every key, in the order of the specification",
      items: {
        type: "object",
        props: {
          eventKey,
          channels: { type: "object", props: { IN_APP: flag, EMAIL: flag, PUSH: flag, SMS: flag } },
          critical: { type: "boolean", description: "Its default channels cannot be switched off" },
        },
      },
    },
    emailMode: { type: "enum", values: EMAIL_MODES, description: "When e-mails are sent; critical ones are always sent at once" },
  },
} as const;

export const getPreferences = action({
  name: "notification.getPreferences",
  summary: "The channels of each notification for the caller",
  http: { method: "GET", path: "/notifications/preferences", auth: "bearer" },
  params: {},
  returns: preferences,
  errors: [],
});

export const setPreferences = action({
  name: "notification.setPreferences",
  summary: "Change channels of notifications; those not in the request stay as they are",
  http: { method: "PUT", path: "/notifications/preferences", auth: "bearer" },
  params: {
    preferences: {
      type: "array",
      max: 100,
      items: {
        type: "object",
        props: {
          eventKey,
          channels: { type: "object", props: { IN_APP: optionalFlag, EMAIL: optionalFlag, PUSH: optionalFlag, SMS: optionalFlag } },
          critical: { type: "boolean", optional: true, description: "Ignored; it allows sending back the answer of this route" },
        },
      },
    },
    emailMode: { type: "enum", values: EMAIL_MODES, optional: true },
  },
  returns: preferences,
  errors: ["notification.preferences.critical"],
});
