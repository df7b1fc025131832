import { describe, expect, it } from "@jest/globals";
import { isGlobalUnicast, subnetsOf } from "#libs/platform/http-client/address-rules.ts";
import { EgressRefused, egressGuard, type Resolve, type ResolvedAddress } from "#libs/platform/http-client/egress-guard.ts";

const resolved = (...addresses: string[]): ResolvedAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
const PUBLIC = resolved("93.184.216.34", "2606:2800:220:1::1");

/** Checks a URL. Returns `ok`, or the reason for the refusal. */
async function check(url: string, resolve: Resolve = async () => PUBLIC, allowed: string[] = []): Promise<string> {
  try {
    await egressGuard({ allowedSubnets: subnetsOf(allowed), resolve }).check(url);
    return "ok";
  } catch (error) {
    return error instanceof EgressRefused ? error.reason : String(error);
  }
}

describe("WHK-16 the egress guard", () => {
  it.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b::169.254.169.254]/",
    "https://[64:ff9b:1::1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[fc00::1]/",
    "https://[ff02::1]/",
    "https://[4000::1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://192.0.2.1/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://127。0。0。1/",
    "https://127.0.0.1./",
    "https://%31%32%37.0.0.1/",
    "https://①②⑦.0.0.1/",
  ])("WHK-16 refuses %s, which is not on the public internet", async (url) => {
    expect(await check(url)).toBe("ADDRESS");
  });

  it.each(["https://localhost/", "https://localhost./", "https://LOCALHOST/", "https://ⓛocalhost/"])(
    "WHK-16 refuses %s as the operating system resolves it",
    async (url) => {
      await expect(egressGuard({ allowedSubnets: [] }).check(url)).rejects.toMatchObject({ reason: "ADDRESS" });
    },
  );

  it("WHK-16 refuses an internal host even when it does not resolve", async () => {
    for (const host of ["localhost", "a.localhost.", "metadata.google.internal", "printer.local", "localhost.localdomain", "router.lan"]) {
      expect([host, await check(`https://${host}/`, async () => [])]).toEqual([host, "ADDRESS"]);
      expect([host, await check(`https://${host}/`)]).toEqual([host, "ADDRESS"]);
    }
    const local: Resolve = async () => resolved("::1", "127.0.0.1");
    expect(await check("http://localhost:9999/", local, ["10.0.0.0/8"])).toBe("SCHEME");
    const guard = egressGuard({ allowedSubnets: subnetsOf(["127.0.0.0/8"]), resolve: local });
    expect((await guard.check("http://localhost:9999/")).addresses).toEqual(resolved("127.0.0.1"));
    expect(await check("https://notlocalhost/")).toBe("ok");
  });

  it.each([
    ["http://example.org/", "SCHEME"],
    ["ftp://example.org/", "SCHEME"],
    ["file:///etc/passwd", "MALFORMED"],
    ["gopher://example.org/", "SCHEME"],
    ["javascript:alert(1)", "MALFORMED"],
    ["https://user@example.org/", "CREDENTIALS"],
    // secretlint-disable-next-line -- an address that is refused
    ["https://user:word@example.org/", "CREDENTIALS"],
    ["https://example.org@127.0.0.1/", "CREDENTIALS"],
    ["https://example.org:22/", "PORT"],
    ["https://example.org:80/", "PORT"],
    ["https://example.org:8080/", "PORT"],
    ["https://", "MALFORMED"],
    ["//example.org", "MALFORMED"],
    ["https://[fe80::1%25eth0]/", "MALFORMED"],
    ["https://exa mple.org/", "MALFORMED"],
    ["", "MALFORMED"],
  ])("WHK-16 refuses %s: %s", async (url, reason) => {
    expect(await check(url)).toBe(reason);
  });

  it("WHK-16 allows a public host on ports 443 and 8443", async () => {
    for (const url of ["https://example.org/", "https://example.org:443/x", "https://example.org:8443/x?y=z", "https://93.184.216.34/"]) {
      expect([url, await check(url)]).toEqual([url, "ok"]);
    }
  });

  it("WHK-16 refuses a host with one private address among public ones", async () => {
    for (const badAddress of ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1", "fd00::1", "not an address"]) {
      expect([badAddress, await check("https://example.org/", async () => [...PUBLIC, ...resolved(badAddress)])]).toEqual([
        badAddress,
        "ADDRESS",
      ]);
    }
  });

  it("WHK-16 reports a host without an address as UNRESOLVED unless scheme or port are wrong", async () => {
    const nowhere: Resolve = async () => Promise.reject(new Error("ENOTFOUND"));
    expect(await check("https://nowhere.example/", nowhere)).toBe("UNRESOLVED");
    expect(await check("https://nowhere.example/", async () => [])).toBe("UNRESOLVED");
    expect(await check("http://nowhere.example/", nowhere, ["127.0.0.1/32"])).toBe("SCHEME");
    expect(await check("https://nowhere.example:22/", nowhere, ["127.0.0.1/32"])).toBe("PORT");
  });

  it("WHK-16 exempts only the addresses of an allowed subnet from the rules of address, port and scheme", async () => {
    const loopback = ["127.0.0.0/8", "::1/128"];
    const checkLoopback = (url: string, ...addresses: string[]) => check(url, async () => resolved(...addresses), loopback);
    expect(await checkLoopback("http://127.0.0.1:9999/hook")).toBe("ok");
    expect(await checkLoopback("http://[::1]:9999/hook")).toBe("ok");
    expect(await checkLoopback("http://local.example:9999/", "127.0.0.1", "::1")).toBe("ok");
    expect(await checkLoopback("http://local.example:9999/", "127.0.0.1", "93.184.216.34")).toBe("SCHEME");
    expect(await checkLoopback("https://local.example/", "127.0.0.1", "93.184.216.34")).toBe("ok");
    expect(await checkLoopback("http://10.0.0.1:9999/")).toBe("SCHEME");
    expect(await checkLoopback("https://10.0.0.1/")).toBe("ADDRESS");
    expect(await checkLoopback("http://93.184.216.34/")).toBe("SCHEME");
    expect(await checkLoopback("https://93.184.216.34:22/")).toBe("PORT");
    expect(await checkLoopback("http://user@127.0.0.1:9999/")).toBe("CREDENTIALS");
  });

  it("WHK-16 counts only addresses of single public hosts as global", () => {
    for (const address of [
      "",
      "localhost",
      "127.1.1.1",
      "::ffff:8.8.8.8.8",
      "192.88.99.1",
      "100::1",
      "2001:db8::1",
      "3fff::1",
      "5f00::1",
    ]) {
      expect([address, isGlobalUnicast(address)]).toEqual([address, false]);
    }
    for (const address of ["8.8.8.8", "::ffff:8.8.8.8", "2606:4700::1111"])
      expect([address, isGlobalUnicast(address)]).toEqual([address, true]);
  });
});
