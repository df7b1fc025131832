import { EventEmitter } from "node:events";
import { describe, expect, it } from "@jest/globals";
import { connectionCaps } from "#gateway/http/connection-caps.ts";
import { limitedNetworks } from "#gateway/request/client-location.ts";

const env = { trustedProxies: ["10.0.0.0/8"], cdnProxies: ["192.0.2.0/24"], edgeHeaders: { address: "a", country: "c" } };
const socketOf = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress }) as never;

describe("the caps on connections", () => {
  it("LOD-05 admit 4,000 in all, and again when some are closed", () => {
    const caps = connectionCaps(limitedNetworks(env));
    const sockets = Array.from({ length: 4_000 }, () => new EventEmitter());
    for (const socket of sockets) expect(caps.admits(Object.assign(socket, { remoteAddress: "10.0.0.1" }) as never)).toBe(true);
    expect(caps.admits(socketOf("203.0.113.1"))).toBe(false);
    sockets[7]?.emit("close");
    expect([caps.admits(socketOf("203.0.113.1")), caps.admits(socketOf("203.0.113.2"))]).toEqual([true, false]);
  });

  it.each([
    ["::ffff:203.0.113.1", "203.0.113.1", true],
    ["203.0.113.1", "203.0.113.2", false],
    ["2001:db8::1", "2001:db8::2:1", true],
    ["2001:db8::1", "2001:db8:0:1::1", false],
    ["192.0.2.1", "192.0.2.1", false],
  ])("LOD-05 count %s and %s together: %s", (one, other, together) => {
    const caps = connectionCaps(limitedNetworks(env));
    for (let count = 0; count < 200; count += 1) expect(caps.admits(socketOf(one))).toBe(true);
    expect(caps.admits(socketOf(other))).toBe(!together);
  });
});
