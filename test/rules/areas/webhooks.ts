import {
  createEndpoint,
  endpointDisabled,
  endpointFailing,
  listDeliveries,
  listEndpoints,
  listWebhookKinds,
  recoverDeliveries,
  retryDelivery,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from "#libs/contracts/webhook/index.ts";
import type { Area } from "../area.ts";

export const webhooks: Area = {
  title: "Webhooks",
  sections: ["4.9", "2.13", "6.2"],
  groups: [
    {
      contracts: [rotateSecret],
      code: ["endpoint-secrets.ts"],
      rules: {
        "WHK-01": "A rotation is 201 with the new `secret` and `rotatedAt`.",
        "WHK-02": "A secret is 64 hex digits of 32 random bytes; each rotation makes another one.",
        "WHK-03": "`rotatedAt` is what the endpoint's `updatedAt` is afterwards.",
        "WHK-07": "An unknown or malformed endpoint id is 404 `webhook.endpoint_not_found`.",
        "WHK-09": "A rotation is in the audit of the administrators, without a secret.",
        "WHK-10": "The body of a rotation is never read; the CSRF token is needed all the same.",
        "WHK-11": "The eleventh rotation of an administrator in an hour is 429, over all endpoints.",
        "WHK-15": "The secret is sealed in the store and stands in no log; a sealed secret is of no use for another endpoint.",
      },
    },
    {
      contracts: [createEndpoint, listEndpoints],
      code: ["endpoint-view.ts"],
      rules: {
        "WHK-04": "A secret is shown by the answer that makes it; every other answer shows its last four digits at most.",
        "WHK-28": "An admin session that may read the configuration lists the endpoints, newest first and without their secrets.",
      },
    },
    {
      contracts: [rotateSecret, listEndpoints],
      code: ["authorize.ts", "require-csrf-token.ts"],
      rules: {
        "WHK-08": "Without an admin session a webhook route is 401; without CSRF token or permission a write is 403.",
      },
    },
    {
      code: ["send-attempt.ts", "sending/dispatcher.ts"],
      rules: {
        "WHK-05": "From a rotation on every attempt that begins is signed with the new secret, retries included.",
        "WHK-06": "A delivery that failed before a rotation gets the new signature in its next attempt; nothing else of it changes.",
      },
    },
    {
      code: ["signature.ts", "payload.ts"],
      rules: {
        "WHK-12": "`X-Webhook-Signature` is the lowercase hex HMAC-SHA256 of the body, keyed with the secret as text.",
        "WHK-13": "The bytes that are sent are the bytes that were signed.",
        "WHK-21":
          "The `webhook-id`, `webhook-timestamp` and `webhook-signature` headers are those of Standard Webhooks; its verifier accepts them.",
        "WHK-22": "Every attempt of a delivery has the same id and body and a timestamp of its own.",
      },
    },
    {
      contracts: [listDeliveries],
      code: ["webhook/domain/retry-delay.ts", "record-attempt.ts", "post-client.ts"],
      rules: {
        "WHK-14":
          "Anything but a 2xx within the timeout is a failure: after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h it is tried again, then given up; attempts are listed.",
        "WHK-17": "A redirect is a failure and is not followed.",
        "WHK-18": "An endpoint that answers 410 is switched off, and what waits for it is given up.",
        "WHK-19": "`Retry-After` of a 429 or 503 is honoured, in seconds or as a date, up to a day.",
      },
    },
    {
      contracts: [createEndpoint, updateEndpoint],
      code: ["egress-guard.ts", "address-rules.ts", "post-client.ts"],
      rules: {
        "WHK-16":
          "Nothing is sent to an address that is not public (loopback, private, link-local, metadata): it is refused when it is saved and again when something is sent.",
      },
    },
    {
      contracts: [endpointFailing, endpointDisabled],
      code: ["endpoint-health.ts", "disable-endpoint.ts"],
      rules: {
        "WHK-20":
          "An endpoint that only fails for 120 hours (`webhook.endpoint_disable_after_hours`) is switched off; its administrator is warned half way and told at the end.",
      },
    },
    {
      contracts: [listWebhookKinds],
      code: ["on-published-event.ts", "payload.ts"],
      rules: {
        "WHK-23": "An endpoint gets the kinds that it has subscribed to and no other, each event once.",
        "WHK-26": "A payload holds ids, states, times, amounts and codes; never the text of a message, an email address or an IP address.",
      },
    },
    {
      contracts: [retryDelivery, recoverDeliveries],
      rules: {
        "WHK-24": "One delivery, or all that were given up since an instant, are sent again with the same id and text and a new schedule.",
      },
    },
    {
      contracts: [testEndpoint],
      rules: {
        "WHK-25":
          "A test sends `webhook.ping` at once, signed, and reports the outcome; it is not retried and not held against the endpoint.",
      },
    },
    {
      code: ["on-published-event.ts", "delivery-queue.store.ts", "record-attempt.ts"],
      rules: {
        "WHK-27":
          "An event that was accepted is delivered although the service is killed at any point; replicas do not send the same delivery at once.",
      },
    },
  ],
};
