import type { Socket } from "node:net";

/** More connections than one process serves well. */
const MAX_CONNECTIONS = 4_000;
/** More than the browsers of one household or the clients of one small network open. */
const MAX_FOR_AN_ADDRESS = 200;

/** Counts the open connections, in total and per network. Connections of trusted proxies count in the total only. */
export interface ConnectionCaps {
  /** Whether there is room for a connection. An admitted connection counts until it is closed. */
  admits(socket: Pick<Socket, "remoteAddress" | "once">): boolean;
}

/** @param limitedNetwork the network of an address whose connections are counted; null for a trusted proxy, which has many clients */
export function connectionCaps(limitedNetwork: (address: string) => string | null): ConnectionCaps {
  const byNetwork = new Map<string, number>();
  let open = 0;
  return {
    admits(socket) {
      const network = limitedNetwork(socket.remoteAddress ?? "");
      const ofNetwork = network === null ? 0 : (byNetwork.get(network) ?? 0);
      if (open >= MAX_CONNECTIONS || ofNetwork >= MAX_FOR_AN_ADDRESS) return false;
      open += 1;
      if (network !== null) byNetwork.set(network, ofNetwork + 1);
      socket.once("close", () => {
        open -= 1;
        if (network === null) return;
        const left = (byNetwork.get(network) ?? 1) - 1;
        if (left > 0) byNetwork.set(network, left);
        else byNetwork.delete(network);
      });
      return true;
    },
  };
}
