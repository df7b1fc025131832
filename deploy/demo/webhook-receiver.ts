import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One delivery as it came in. */
export interface Delivered {
  readonly body: string;
  readonly signature: string;
}

/** A receiver that records every webhook delivery. Listens on loopback until `close`. */
export async function webhookReceiver() {
  const delivered: Delivered[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    delivered.push({ body, signature: String(request.headers["x-webhook-signature"]) });
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** The delivery of a kind about a message, once it has arrived. */
    about: (messageId: string, kind: string) => delivered.find(({ body }) => body.includes(messageId) && body.includes(kind)),
    close: () => void server.close(),
  };
}

/** Whether a delivery was signed with this secret (spec 6.2); every receiver has to check this. */
export function isGenuine({ body, signature }: Delivered, secret: string): boolean {
  const wanted = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(signature, "hex");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
