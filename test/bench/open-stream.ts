import { get, type IncomingMessage } from "node:http";
import type { Person } from "#deploy/demo/people.ts";

/** Opens the stream of a user's notifications; null when it was refused. */
export function openStream(url: string, { token }: Pick<Person, "token">): Promise<IncomingMessage | null> {
  return new Promise((resolve) => {
    const request = get(`${url}/api/v1/notifications/stream`, { agent: false, headers: { authorization: `Bearer ${token}` } });
    request.once("response", (response) => {
      response.on("error", () => undefined).resume();
      resolve(response.statusCode === 200 ? response : null);
    });
    request.on("error", () => resolve(null));
  });
}
