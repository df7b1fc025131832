import { createHmac } from "node:crypto";

export interface Signed {
  /** 64 hex digits. */
  readonly secret: string;
  /** Identity of the fact. */
  readonly id: string;
  /** The exact text that is sent. */
  readonly body: string;
  /** When this attempt begins. */
  readonly at: Date;
}

/**
 * Headers of one attempt. `X-Webhook-Signature` is of the body and keyed with the secret as text (spec 6.2); the
 * `webhook-*` headers are those of Standard Webhooks, keyed with the 32 bytes that the text stands for.
 */
export function signedHeaders({ secret, id, body, at }: Signed): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const standard = createHmac("sha256", Buffer.from(secret, "hex")).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "user-agent": "creator-platform-webhooks/1.0",
    "x-webhook-id": id,
    "x-webhook-timestamp": seconds,
    "x-webhook-signature": createHmac("sha256", secret).update(body).digest("hex"),
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${standard}`,
  };
}
