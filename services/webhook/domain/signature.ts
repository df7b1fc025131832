import { createHmac } from "node:crypto";
import { correlationIdOf, type WebhookPayload } from "./payload.ts";

/** The secret of 64 hex digits as the libraries of Standard Webhooks take it. */
export function standardSecretOf(secret: string): string {
  return `whsec_${Buffer.from(secret, "hex").toString("base64")}`;
}

interface SignedAttempt extends WebhookPayload {
  /** 64 hex digits. */
  readonly secret: string;
  /** When the attempt begins. */
  readonly at: Date;
}

/**
 * Headers of one attempt. `X-Webhook-Signature` signs the body with the secret as text (spec 6.2). The `webhook-*` headers follow Standard
 * Webhooks, signed with the 32 bytes that the text encodes.
 */
export function signedHeaders({ secret, id, body, at }: SignedAttempt): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const correlationId = correlationIdOf(body);
  const standard = createHmac("sha256", Buffer.from(secret, "hex")).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "user-agent": "creator-platform-webhooks/1.0",
    ...(correlationId === null ? {} : { "x-correlation-id": correlationId }),
    "x-webhook-id": id,
    "x-webhook-timestamp": seconds,
    "x-webhook-signature": createHmac("sha256", secret).update(body).digest("hex"),
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${standard}`,
  };
}
