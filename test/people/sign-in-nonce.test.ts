import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { outcomeOf } from "../support/act-as.ts";
import { type ElsewhereWorld, startElsewhereWorld } from "./elsewhere-world.ts";

let world: ElsewhereWorld;
beforeAll(async () => {
  world = await startElsewhereWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

const REJECTED = "auth.oauth.rejected";
const outcome = (claims: Readonly<Record<string, unknown>>) => outcomeOf(world.signIn(world.newExternal(), { claims }));

describe("the nonce of a sign-in elsewhere", () => {
  it("SGN-17 an ID token without nonce is refused with 401, unless the operator requires none; a wrong one is refused in both", async () => {
    expect([await outcome({ nonce: undefined }), await outcome({ nonce: "another" }), await outcome({})]).toEqual([
      REJECTED,
      REJECTED,
      "ok",
    ]);
    world.configure({ "provider.oauth_requires_nonce": false });
    expect([await outcome({ nonce: undefined }), await outcome({ nonce: "another" }), await outcome({})]).toEqual(["ok", REJECTED, "ok"]);
    for (const nonce of ["", null, 7]) expect([nonce, await outcome({ nonce })]).toEqual([nonce, REJECTED]);
  });

  it("SGN-17 without nonce the state and the code verifier still bind the sign-in to its browser", async () => {
    world.configure({ "provider.oauth_requires_nonce": false });
    const { account, server } = world;
    await account.database.connection.collection("oauth_identities").deleteMany({});
    server.misbehave({ claims: { nonce: undefined } });
    const [one, two] = [await world.begin(), await world.begin()];
    const code = server.signIn(one.authorizationUrl, world.newExternal()).code;
    expect(await outcomeOf(world.complete({ code, state: two.state, browserKey: two.browserKey }))).toBe(REJECTED);
    expect(await outcomeOf(world.complete({ code, state: one.state, browserKey: two.browserKey }))).toBe("auth.oauth.invalid_state");
    expect(await account.rows("oauth_identities")).toEqual([]);
  });
});
