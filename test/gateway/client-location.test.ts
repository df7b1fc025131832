import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { clientLocator, networkOf, siteOf } from "#gateway/request/client-location.ts";

const EDGE = { address: "x-cdn-connecting-ip", country: "x-cdn-country", city: "x-cdn-city" };
const CDN = "x-cdn-connecting-ip";
const FORWARDED = "x-forwarded-for";

const TRUSTED = ["10.0.0.0/8", "::1/128"];

function locationOf(peer: string | undefined, headers: Record<string, string>, trusted = TRUSTED, cdn = trusted) {
  return clientLocator({ trustedProxies: trusted, cdnProxies: cdn, edgeHeaders: EDGE })({
    socket: { remoteAddress: peer },
    headers,
  } as unknown as IncomingMessage);
}

describe("D7 the location of a client", () => {
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
  ])("ANS-33 with peer %s and headers %j has address %s", (peer, headers, address) => {
    expect(locationOf(peer, headers as Record<string, string>).address).toBe(address);
  });

  it("THR-21 ignores forwarding headers of every peer when no proxy is trusted", () => {
    expect(locationOf("127.0.0.1", { [FORWARDED]: "198.51.100.2" }, []).address).toBe("127.0.0.1");
  });

  it.each([
    ["203.0.113.1:443", "203.0.113.1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["::ffff:203.0.113.1", "203.0.113.1"],
    ["fe80::1%eth0", "fe80::1"],
  ])("THR-25 reads the address of the hop %s", (hop, address) => {
    expect(locationOf("10.1.2.3", { [FORWARDED]: hop })).toMatchObject({ address, limitedAddress: address });
    expect(locationOf("10.1.2.3", { [CDN]: hop })).toMatchObject({ address, limitedAddress: address });
  });

  it.each([
    "203.0.113.1:",
    "203.0.113.1:x",
    "203.0.113.1:123456",
    "[2001:db8::1",
    "[203.0.113.1]:443",
    "1",
    "0x7f.1",
    "010.1",
    "",
    `fe80::1%${"z".repeat(200)}`,
  ])("THR-25 takes %p for no address", (hop) => {
    expect(locationOf("10.1.2.3", { [FORWARDED]: hop })).toMatchObject({ address: "10.1.2.3", limitedAddress: "10.1.2.3" });
  });

  it.each([
    ["203.0.113.1", "203.0.113.1"],
    ["198.51.100.99, 203.0.113.1", "203.0.113.1"],
    ["198.51.100.99, 203.0.113.1, 10.9.9.9", "203.0.113.1"],
    ["198.51.100.99, 203.0.113.1:5000, 10.9.9.9:80", "203.0.113.1"],
    ["garbage, 203.0.113.1", "203.0.113.1"],
    ["203.0.113.1, garbage, 10.9.9.9", "10.9.9.9"],
    ["10.5.5.5, 10.9.9.9", "10.5.5.5"],
    ["garbage", "10.1.2.3"],
  ])("THR-24 counts the last hop of “%s” that is no trusted proxy", (forwarded, limitedAddress) => {
    expect(locationOf("10.1.2.3", { [FORWARDED]: forwarded }).limitedAddress).toBe(limitedAddress);
    expect(locationOf("203.0.113.50", { [FORWARDED]: forwarded }).limitedAddress).toBe("203.0.113.50");
  });

  it("THR-24 believes the address header of the delivery network from its own proxies only", () => {
    const headers = { [CDN]: "198.51.100.1", [FORWARDED]: "203.0.113.1" };
    const unknown = { address: "203.0.113.1", limitedAddress: "203.0.113.1" };
    const known = { address: "198.51.100.1", limitedAddress: "198.51.100.1" };
    expect(locationOf("10.1.2.3", headers, TRUSTED, [])).toMatchObject(unknown);
    expect(locationOf("10.1.2.3", headers, TRUSTED, ["192.0.2.0/24"])).toMatchObject(unknown);
    expect(locationOf("192.0.2.7", headers, TRUSTED, ["192.0.2.0/24"])).toMatchObject(known);
  });

  it("takes the country from trusted peers only", () => {
    expect(locationOf("10.1.2.3", { "x-cdn-country": "de" }).country).toBe("DE");
    expect(locationOf("10.1.2.3", { "x-cdn-country": "DEU" }).country).toBeNull();
    expect(locationOf("203.0.113.50", { "x-cdn-country": "DE" }).country).toBeNull();
  });

  it("TEL-09 takes the trace from trusted proxies, and not from the delivery network or a client", () => {
    const traceOf = (peer: string) => locationOf(peer, { traceparent: "a trace" }, TRUSTED, ["192.0.2.0/24"]).traceparent;
    expect([traceOf("10.1.2.3"), traceOf("192.0.2.7"), traceOf("203.0.113.50")]).toEqual(["a trace", undefined, undefined]);
  });

  it.each(["XX", "ZZ", "T1", "A1", "AP", "EU", "xx", "XK", "__", ""])("ANS-45 takes the code %p for an unknown country", (code) => {
    expect(locationOf("10.1.2.3", { "x-cdn-country": code }).country).toBeNull();
  });

  it.each([
    ["S%C3%A3o%20Paulo", "São Paulo"],
    ["S%c3%a3o Paulo", "São Paulo"],
    [Buffer.from("São Paulo").toString("latin1"), "São Paulo"],
    ["Bern", "Bern"],
    ["Bern+Ost", "Bern+Ost"],
    ["100% Bern", "100% Bern"],
    ["S%C3%A3o%2", "São%2"],
    ["Bern%FF%20Ost", "Bern%FF%20Ost"],
    ["%E6%9D%B1%E4%BA%AC", "東京"],
    [`${"x".repeat(99)}😀`.replace("😀", "%F0%9F%98%80"), "x".repeat(99)],
    ["%20%20", null],
    ["a%00b", null],
    ["a%0Ab", null],
    ["%EF%BF%BD", null],
  ])("ANS-44 reads the city %p as %p", (header, city) => {
    expect(locationOf("10.1.2.3", { "x-cdn-city": header }).city).toBe(city);
  });

  it("ANS-44 keeps 100 characters of a city", () => {
    expect(locationOf("10.1.2.3", { "x-cdn-city": "%C3%A3".repeat(2_000) }).city).toBe("ã".repeat(100));
  });

  it("a malformed range of proxies throws at start", () => {
    expect(() => locationOf("10.1.2.3", {}, ["10.0.0.0/99"])).toThrow();
  });

  it("addresses of one IPv6 /64 are the same network; each IPv4 address is a network of its own", () => {
    expect(networkOf("2001:db8:1:2::1")).toBe(networkOf("2001:db8:1:2:ffff::9"));
    expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
    expect(networkOf("203.0.113.1")).not.toBe(networkOf("203.0.113.2"));
    expect(networkOf("unknown")).toBe("unknown");
  });

  it("THR-25 an IPv6 address lies in a site of 48 bits as well, an IPv4 address in none", () => {
    expect(siteOf("2001:db8:1:2::1")).toBe(siteOf("2001:db8:1:ffff::9"));
    expect(siteOf("2001:db8:1:2::1")).not.toBe(siteOf("2001:db8:2:2::1"));
    expect([siteOf("203.0.113.1"), siteOf("unknown")]).toEqual([null, null]);
  });
});
