import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { holderOf, visitorOf } from "#gateway/client-address.ts";

const EDGE = { address: "x-cdn-connecting-ip", country: "x-cdn-country" };
const CDN = "x-cdn-connecting-ip";
const FORWARDED = "x-forwarded-for";

function visit(peer: string | undefined, headers: Record<string, string>, trusted = ["10.0.0.0/8", "::1/128"]) {
  return visitorOf(trusted, EDGE)({ socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage);
}

describe("D7 the address of a visitor", () => {
  it.each([
    ["10.1.2.3", { [CDN]: "198.51.100.1", [FORWARDED]: "203.0.113.1" }, "198.51.100.1"],
    ["10.1.2.3", { [FORWARDED]: "203.0.113.1, 10.9.9.9" }, "203.0.113.1"],
    ["::ffff:10.1.2.3", { [FORWARDED]: "203.0.113.1" }, "203.0.113.1"],
    ["::1", { [FORWARDED]: " 2001:DB8::1 ,x" }, "2001:db8::1"],
    ["10.1.2.3", {}, "10.1.2.3"],
    ["10.1.2.3", { [CDN]: "not an address", [FORWARDED]: "203.0.113.1" }, "203.0.113.1"],
    ["10.1.2.3", { [FORWARDED]: "unknown, 203.0.113.1" }, "10.1.2.3"],
    ["203.0.113.50", { [CDN]: "198.51.100.1", [FORWARDED]: "198.51.100.2" }, "203.0.113.50"],
    ["::ffff:203.0.113.50", { [FORWARDED]: "198.51.100.2" }, "203.0.113.50"],
    [undefined, { [FORWARDED]: "198.51.100.2" }, "unknown"],
  ])("ANS-33 peer %s with %j is %s", (peer, headers, address) => {
    expect(visit(peer, headers as Record<string, string>).address).toBe(address);
  });

  it("THR-21 nobody is trusted when nobody is listed", () => {
    expect(visit("127.0.0.1", { [FORWARDED]: "198.51.100.2" }, []).address).toBe("127.0.0.1");
  });

  it("a country counts from trusted peers only", () => {
    expect(visit("10.1.2.3", { "x-cdn-country": "de" }).country).toBe("DE");
    expect(visit("10.1.2.3", { "x-cdn-country": "DEU" }).country).toBeNull();
    expect(visit("203.0.113.50", { "x-cdn-country": "DE" }).country).toBeNull();
  });

  it("a malformed range is refused at start", () => {
    expect(() => visitorOf(["10.0.0.0/99"], EDGE)).toThrow();
  });

  it("hosts of one IPv6 network are one holder, IPv4 addresses are not", () => {
    expect(holderOf("2001:db8:1:2::1")).toBe(holderOf("2001:db8:1:2:ffff::9"));
    expect(holderOf("2001:db8:1:2::1")).not.toBe(holderOf("2001:db8:1:3::1"));
    expect(holderOf("203.0.113.1")).not.toBe(holderOf("203.0.113.2"));
    expect(holderOf("unknown")).toBe("unknown");
  });
});
