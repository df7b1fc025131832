import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  completeOAuthLink,
  forgotPassword,
  listOAuthIdentities,
  logoutAll,
  removeOAuthIdentity,
  resetPassword,
  startOAuthLink,
} from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { claimsOf, PASSWORD, tokensOf } from "../account/fixture.ts";
import type { Account } from "../providers/oidc-server.ts";
import { type Actor, actAs, outcomeOf } from "../support/act-as.ts";
import { type ElsewhereWorld, startElsewhereWorld } from "./elsewhere-world.ts";

let world: ElsewhereWorld;
beforeAll(async () => {
  world = await startElsewhereWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

/** A person here without a password, and the account elsewhere that is the only way in. */
async function newcomer() {
  const who = world.newExternal();
  const answer = tokensOf(await world.signIn(who));
  return { ...world.account.actor(answer), who, email: answer.user.email, sessionId: claimsOf(answer.accessToken).sid };
}

/** Begins to link and signs in at the provider. */
async function atProvider(person: Actor, who: Account) {
  const { authorizationUrl, browserKey } = await person.call(startOAuthLink, {});
  return { ...world.server.signIn(authorizationUrl, who), browserKey };
}

const link = async (person: Actor, who: Account) => person.call(completeOAuthLink, await atProvider(person, who));
const unlink = (person: Actor, identityId: string) => outcomeOf(person.call(removeOAuthIdentity, { identityId }));
const listed = (person: Actor) => person.call(listOAuthIdentities, {});
const change = (person: Actor, fields: Readonly<Record<string, unknown>>) =>
  world.account.database.connection.collection<{ _id: string }>("users").updateOne({ _id: person.userId }, { $set: fields });

describe("sign-ins elsewhere of a person", () => {
  it("SGN-11 are listed by slot and day, without names and addresses of the other side, latest first", async () => {
    const person = await newcomer();
    world.account.runtime.clock.advance(60_000);
    const second = world.newExternal({ name: "Another name" });
    const added = await link(person, second);
    const identities = await listed(person);
    expect(identities.map(({ slot }) => slot)).toEqual(["oauth", "oauth"]);
    expect(identities[0]).toEqual(added);
    expect(Object.keys(identities[0] ?? {}).sort()).toEqual(["id", "linkedAt", "slot"]);
    for (const word of [second.sub, second.email, second.name, "oidc", world.server.issuer])
      expect(JSON.stringify(identities)).not.toContain(word);
    expect(await listed(await newcomer())).toHaveLength(1);
  });

  it("SGN-11 a linked account signs in to the same person, whatever its address; the owner gets a mail, the audit a line", async () => {
    const person = await newcomer();
    const second = world.newExternal({ email_verified: false });
    await link(person, second);
    expect((await world.signIn(second)).user?.id).toBe(person.userId);
    expect(world.account.mailKinds(person.email)).toEqual(["sign_in_linked"]);
    expect(await world.account.rows("audit_log", { action: "user.sign_in_linked", target: person.userId })).toHaveLength(1);
    const [first] = await listed(person);
    expect((await link(person, second)).id).toBe(first?.id);
    expect(await listed(person)).toHaveLength(2);
    expect(world.account.mailKinds(person.email)).toEqual(["sign_in_linked"]);
  });

  it("SGN-11 the last way in cannot be unlinked with 409; a password, or another account, is one more", async () => {
    const person = await newcomer();
    const [first] = await listed(person);
    expect(await unlink(person, first?.id ?? "")).toBe("auth.oauth.last_sign_in");
    const second = await link(person, world.newExternal());
    expect(await unlink(person, first?.id ?? "")).toBe("ok");
    expect(await unlink(person, second.id)).toBe("auth.oauth.last_sign_in");
    // A reset unlinks what was linked lately.
    const identities = world.account.database.connection.collection<{ _id: string }>("oauth_identities");
    await identities.updateOne({ _id: second.id }, { $set: { createdAt: new Date(0) } });
    await world.account.call(forgotPassword, { email: person.email });
    await world.account.call(resetPassword, { token: world.account.mailedToken(person.email, "reset_password"), password: PASSWORD });
    expect(await unlink(person, second.id)).toBe("ok");
    expect(await listed(person)).toEqual([]);
    expect(await world.account.rows("audit_log", { action: "user.sign_in_unlinked", target: person.userId })).toHaveLength(2);
    expect(await outcomeOf(world.account.login(person.email))).toBe("ok");
  });

  it("SGN-11 of two last ways in that are unlinked at once, one stays", async () => {
    for (let round = 0; round < 5; round++) {
      const person = await newcomer();
      await link(person, world.newExternal());
      const outcomes = await Promise.all((await listed(person)).map(({ id }) => unlink(person, id)));
      expect(outcomes.sort()).toEqual(["auth.oauth.last_sign_in", "ok"]);
      expect(await listed(person)).toHaveLength(1);
    }
  });

  it("SGN-11 an unknown id and that of another person are 404", async () => {
    const [person, other] = [await newcomer(), await newcomer()];
    const [foreign] = await listed(other);
    for (const id of [uuid(), foreign?.id ?? ""]) expect(await unlink(person, id)).toBe("auth.oauth.identity_not_found");
    expect(await listed(other)).toHaveLength(1);
  });

  it("SGN-11 an account of another person is 409, also when two link it at once", async () => {
    const [person, other] = [await newcomer(), await newcomer()];
    expect(await outcomeOf(link(person, other.who))).toBe("auth.oauth.identity_taken");
    for (let round = 0; round < 5; round++) {
      const who = world.newExternal();
      const callbacks = [await atProvider(person, who), await atProvider(other, who)] as const;
      const outcomes = await Promise.all([
        outcomeOf(person.call(completeOAuthLink, callbacks[0])),
        outcomeOf(other.call(completeOAuthLink, callbacks[1])),
      ]);
      expect(outcomes.sort()).toEqual(["auth.oauth.identity_taken", "ok"]);
    }
  });
});

describe("the state of a link", () => {
  it("SGN-11 links in the browser and for the person who began it, once, and is no sign-in; a sign-in is no link", async () => {
    const [person, other] = [await newcomer(), await newcomer()];
    const INVALID = "auth.oauth.invalid_state";
    const begun = await atProvider(person, world.newExternal());
    expect(await outcomeOf(other.call(completeOAuthLink, begun))).toBe(INVALID);
    expect(await outcomeOf(person.call(completeOAuthLink, { ...begun, browserKey: (await world.begin()).browserKey }))).toBe(INVALID);
    expect(await outcomeOf(world.complete(begun))).toBe(INVALID);
    expect(await outcomeOf(world.complete({ ...begun, browserKey: `${begun.browserKey}\n${person.sessionId}` }))).toBe(INVALID);
    expect(await outcomeOf(person.call(completeOAuthLink, { ...begun, browserKey: undefined, browserCookie: begun.browserKey }))).toBe(
      "ok",
    );
    expect(await outcomeOf(person.call(completeOAuthLink, begun))).toBe(INVALID);
    const signIn = await world.begin();
    const answer = { ...world.server.signIn(signIn.authorizationUrl, world.newExternal()), browserKey: signIn.browserKey };
    expect(await outcomeOf(person.call(completeOAuthLink, answer))).toBe(INVALID);
    expect(await outcomeOf(world.complete(answer))).toBe("ok");
  });

  it("SGN-11 is good in its own session only: one that has ended has begun it, and another one has proven nothing lately", async () => {
    const person = await newcomer();
    const other = world.account.actor(tokensOf(await world.signIn(person.who)));
    expect(other.userId).toBe(person.userId);
    const begun = await atProvider(person, world.newExternal());
    await other.call(logoutAll, { exceptCurrent: true });
    expect(await outcomeOf(other.call(completeOAuthLink, begun))).toBe("auth.oauth.invalid_state");
    expect(await outcomeOf(link(other, world.newExternal()))).toBe("ok");
  });

  it("SGN-11 a session that has ended links nothing, before the gateway knows of it", async () => {
    const person = await newcomer();
    const begun = await atProvider(person, world.newExternal());
    await person.call(logoutAll, {});
    expect(await outcomeOf(person.call(completeOAuthLink, begun))).toBe("error.unauthorized");
    expect(await listed(person)).toHaveLength(1);
  });

  it("SGN-11 staff link nothing, with 409, and a person whose address is not verified neither, with 403", async () => {
    const person = await newcomer();
    const begun = await atProvider(person, world.newExternal());
    await change(person, { emailVerified: false });
    const UNVERIFIED = "auth.account.email_unverified";
    expect(await outcomeOf(person.call(startOAuthLink, {}))).toBe(UNVERIFIED);
    expect(await outcomeOf(person.call(completeOAuthLink, begun))).toBe(UNVERIFIED);
    await change(person, { emailVerified: true });
    const promoted = await atProvider(person, world.newExternal());
    await change(person, { roles: ["SUPPORT"] });
    expect(await outcomeOf(person.call(startOAuthLink, {}))).toBe("auth.oauth.account_exists");
    expect(await outcomeOf(person.call(completeOAuthLink, promoted))).toBe("auth.oauth.account_exists");
    expect(await listed(person)).toHaveLength(1);
    const gone = actAs(world.account.broker, world.account.runtime);
    expect(await outcomeOf(gone.call(startOAuthLink, {}))).toBe("error.unauthorized");
  });
});
