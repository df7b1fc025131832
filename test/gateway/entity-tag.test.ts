import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { action } from "#libs/contract-kit/contract.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { accountStub, startTestGateway, type TestGateway } from "./fixture.ts";

const CACHE_CONTROL = "public, s-maxage=60";

const readPage = action({
  name: "pages.read",
  summary: "A page that caches may keep",
  http: { method: "GET", path: "/pages", auth: "public", etag: true, headers: { "Cache-Control": CACHE_CONTROL } },
  params: {},
  returns: { type: "object", props: { text: { type: "string" } } },
  errors: ["error.not_found"],
});

describe("entity tags", () => {
  let gateway: TestGateway;
  let text: string | null = "one";
  beforeAll(async () => {
    const pages = {
      name: "pages",
      actions: {
        read: implement(readPage, async () => {
          if (text === null) throw new AppError("error.not_found");
          return { text };
        }),
      },
    };
    gateway = await startTestGateway({ options: { contracts: [readPage] }, services: (state) => [accountStub(state), pages] });
  });
  afterAll(() => gateway.stop());

  const read = (ifNoneMatch?: string) =>
    gateway.send("GET", "/pages", ifNoneMatch === undefined ? {} : { headers: { "if-none-match": ifNoneMatch } });
  const tagOf = async () => (await read()).headers.get("etag") ?? "";

  it("LEG-09 entity tags are equal for equal content and differ for different content", async () => {
    const [tag, sameTag] = [await tagOf(), await tagOf()];
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(sameTag).toBe(tag);
    text = "two";
    expect(await tagOf()).not.toBe(tag);
  });

  it("LEG-09 a request with the current tag is 304 without a body, with the headers of the 200", async () => {
    const tag = await tagOf();
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const reply = await read(sent);
      expect([sent, reply.status, reply.body]).toEqual([sent, 304, undefined]);
      expect([reply.headers.get("etag"), reply.headers.get("cache-control")]).toEqual([tag, CACHE_CONTROL]);
      expect(reply.headers.get("content-type")).toBeNull();
    }
  });

  it("LEG-09 a request with another tag is 200", async () => {
    for (const sent of ['"other"', "", "nonsense", (await tagOf()).slice(1)]) expect((await read(sent)).status).toBe(200);
  });

  it("an error has no tag and may not be cached", async () => {
    text = null;
    const reply = await read("*");
    expect([reply.status, reply.headers.get("etag"), reply.headers.get("cache-control")]).toEqual([404, null, "no-store"]);
    text = "three";
  });
});
