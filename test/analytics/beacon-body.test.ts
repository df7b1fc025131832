import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { visitorOf } from "#gateway/client-address.ts";
import { readJsonBody } from "#gateway/request-body.ts";

function request(text: string, type: string): IncomingMessage {
  return Object.assign(Readable.from([Buffer.from(text)]), { headers: { "content-type": type } }) as unknown as IncomingMessage;
}

describe("bodies of beacons", () => {
  it.each(["text/plain", "text/plain;charset=UTF-8", "application/json"])(
    "ANL-10 JSON as %s is read where the contract says so",
    async (type) => {
      expect(await readJsonBody(request('{"duration":3}', type), true)).toEqual({ duration: 3 });
    },
  );

  it("ANL-10 anywhere else text/plain is 415, and a form is always", async () => {
    await expect(readJsonBody(request("{}", "text/plain"))).rejects.toMatchObject({ key: "error.unsupported_media_type" });
    await expect(readJsonBody(request("a=1", "application/x-www-form-urlencoded"), true)).rejects.toMatchObject({
      key: "error.unsupported_media_type",
    });
  });

  it("ANL-10 text that is not JSON is 400", async () => {
    await expect(readJsonBody(request("bye", "text/plain"), true)).rejects.toMatchObject({ key: "error.malformed_json" });
  });
});

describe("the city of a visitor", () => {
  const city = (peer: string, header: string) =>
    visitorOf(["10.0.0.0/8"], { address: "a", country: "c", city: "x-cdn-city" })({
      socket: { remoteAddress: peer },
      headers: { "x-cdn-city": header },
    } as unknown as IncomingMessage).city;

  it("ANS-35 is what a trusted delivery network says, in UTF-8", () => {
    expect(city("10.0.0.1", Buffer.from("Zürich").toString("latin1"))).toBe("Zürich");
    expect(city("10.0.0.1", "Bern")).toBe("Bern");
    expect(city("203.0.113.1", "Bern")).toBeNull();
    expect(city("10.0.0.1", "")).toBeNull();
    expect(city("10.0.0.1", "\u00ff\u00fe")).toBeNull();
  });
});
