import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { action } from "#libs/contract-kit/contract.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { accountStandIn, openStage, type Stage } from "./fixture.ts";

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
  let stage: Stage;
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
    stage = await openStage({ gateway: { contracts: [readPage] }, services: (scene) => [accountStandIn(scene), pages] });
  });
  afterAll(() => stage.stop());

  const read = (ifNoneMatch?: string) =>
    stage.send("GET", "/pages", ifNoneMatch === undefined ? {} : { headers: { "if-none-match": ifNoneMatch } });
  const tagOf = async () => (await read()).headers.get("etag") ?? "";

  it("LEG-09 the same content has the same tag, other content another one", async () => {
    const [one, same] = [await tagOf(), await tagOf()];
    expect(one).toMatch(/^"[0-9a-f]{32}"$/);
    expect(same).toBe(one);
    text = "two";
    expect(await tagOf()).not.toBe(one);
  });

  it("LEG-09 who has the content gets 304 without a body, with the headers of the 200", async () => {
    const tag = await tagOf();
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const reply = await read(known);
      expect([known, reply.status, reply.body]).toEqual([known, 304, undefined]);
      expect([reply.headers.get("etag"), reply.headers.get("cache-control")]).toEqual([tag, CACHE_CONTROL]);
      expect(reply.headers.get("content-type")).toBeNull();
    }
  });

  it("LEG-09 who has other content gets 200", async () => {
    for (const known of ['"other"', "", "nonsense", (await tagOf()).slice(1)]) expect((await read(known)).status).toBe(200);
  });

  it("an error has no tag and is not kept", async () => {
    text = null;
    const reply = await read("*");
    expect([reply.status, reply.headers.get("etag"), reply.headers.get("cache-control")]).toEqual([404, null, "no-store"]);
    text = "three";
  });
});
