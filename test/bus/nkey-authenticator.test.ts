import { describe, expect, it } from "@jest/globals";
import { nkeyAuthenticator, nkeys } from "nats";
import { nkeySigner } from "#libs/platform/bus/nkey-authenticator.ts";

const newSeed = () => new TextDecoder().decode(nkeys.createUser().getSeed());

describe("the proof of a key to the bus", () => {
  it("the proof of a key is that of the client of NATS, for any key and nonce", () => {
    for (let round = 0; round < 5; round += 1) {
      const seed = newSeed();
      const [ours, theirs] = [nkeySigner(() => seed), nkeyAuthenticator(new TextEncoder().encode(seed))];
      for (const nonce of [undefined, "", `nonce ${round}`]) expect(ours(nonce)).toEqual(theirs(nonce));
    }
  });

  it("the proof of a key is that of the seed at each connect, and fails for what is no seed", () => {
    let seed = newSeed();
    const proof = nkeySigner(() => seed);
    const before = proof("nonce");
    seed = newSeed();
    expect(proof("nonce")).not.toEqual(before);
    seed = seed.slice(0, -1);
    expect(() => proof("nonce")).toThrow();
  });
});
