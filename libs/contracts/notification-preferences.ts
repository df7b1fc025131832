import { action } from "#libs/contract-kit/contract.ts";
import { EMAIL_MODES, NOTIFICATION_KEYS } from "./notification-terms.ts";

const eventKey = { type: "enum", values: NOTIFICATION_KEYS } as const;
const on = { type: "boolean" } as const;
const asked = { type: "boolean", optional: true } as const;

const preferences = {
  type: "object",
  props: {
    preferences: {
      type: "array",
      description: "Every key, in the order in which the specification names them",
      items: {
        type: "object",
        props: {
          eventKey,
          channels: { type: "object", props: { IN_APP: on, EMAIL: on, PUSH: on, SMS: on } },
          critical: { type: "boolean", description: "What it is told through cannot be switched off" },
        },
      },
    },
    emailMode: { type: "enum", values: EMAIL_MODES, description: "When e-mails go out; critical ones always go at once" },
  },
} as const;

export const getPreferences = action({
  name: "notification.getPreferences",
  summary: "Through which channels the caller is told what",
  http: { method: "GET", path: "/notifications/preferences", auth: "bearer" },
  params: {},
  returns: preferences,
  errors: [],
});

export const setPreferences = action({
  name: "notification.setPreferences",
  summary: "Change some channels of some keys; what is not named stays as it is",
  http: { method: "PUT", path: "/notifications/preferences", auth: "bearer" },
  params: {
    preferences: {
      type: "array",
      max: 100,
      items: {
        type: "object",
        props: {
          eventKey,
          channels: { type: "object", props: { IN_APP: asked, EMAIL: asked, PUSH: asked, SMS: asked } },
          critical: { type: "boolean", optional: true, description: "Ignored, so that an answer can be sent back" },
        },
      },
    },
    emailMode: { type: "enum", values: EMAIL_MODES, optional: true },
  },
  returns: preferences,
  errors: ["notification.preferences.critical"],
});
