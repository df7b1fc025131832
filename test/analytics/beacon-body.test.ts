import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { clientLocator } from "#gateway/request/client-location.ts";
import { readJsonBody } from "#gateway/request/json-body.ts";

function request(text: string, type: string): IncomingMessage {
  return Object.assign(Readable.from([Buffer.from(text)]), { headers: { "content-type": type } }) as unknown as IncomingMessage;
}

describe("the body of a beacon", () => {
  it.each(["text/plain", "text/plain;charset=UTF-8", "application/json"])(
    "ANL-10 the body of a beacon is read as JSON from %s where the contract accepts plain text",
    async (type) => {
      expect(await readJsonBody(request('{"duration":3}', type), true)).toEqual({ duration: 3 });
    },
  );

  it("ANL-10 the body of a beacon is refused with 415 as text/plain where the contract does not accept it, and always as a form", async () => {
    await expect(readJsonBody(request("{}", "text/plain"))).rejects.toMatchObject({ key: "error.unsupported_media_type" });
    await expect(readJsonBody(request("a=1", "application/x-www-form-urlencoded"), true)).rejects.toMatchObject({
      key: "error.unsupported_media_type",
    });
  });

  it("ANL-10 the body of a beacon is refused with 400 when it is not JSON", async () => {
    await expect(readJsonBody(request("bye", "text/plain"), true)).rejects.toMatchObject({ key: "error.malformed_json" });
  });
});

describe("the city of a visitor", () => {
  const city = (peer: string, header: string) =>
    clientLocator({ trustedProxies: ["10.0.0.0/8"], edgeHeaders: { address: "a", country: "c", city: "x-cdn-city" } })({
      socket: { remoteAddress: peer },
      headers: { "x-cdn-city": header },
    } as unknown as IncomingMessage).city;

  it("ANS-35 the city of a visitor is read as UTF-8, and only from the header of a trusted delivery network", () => {
    expect(city("10.0.0.1", Buffer.from("Zürich").toString("latin1"))).toBe("Zürich");
    expect(city("10.0.0.1", "Bern")).toBe("Bern");
    expect(city("203.0.113.1", "Bern")).toBeNull();
    expect(city("10.0.0.1", "")).toBeNull();
    expect(city("10.0.0.1", "\u00ff\u00fe")).toBeNull();
  });
});
