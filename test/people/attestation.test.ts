import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { addPasskey, askForPasskey, startPasskey, verifySecondFactor } from "#libs/contracts/account/index.ts";
import { type Fixture, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { createAttested } from "../support/attestation.ts";
import { createAuthenticator, type Made } from "../support/authenticator.ts";
import { addPasskeyTo, verifiedUser } from "./factors.ts";

let account: Fixture;
let elsewhere: Server;
const requests: (string | undefined)[] = [];
beforeAll(async () => {
  account = await startFixture();
  elsewhere = createServer((request, response) => {
    requests.push(request.url);
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  elsewhere.close();
  await account.stop();
});

const REJECTED = "auth.mfa.code_rejected";

/** The outcome of adding a passkey that answers a challenge. */
async function tryAdding(make: (challenge: string) => Made | Promise<Made>): Promise<string> {
  const user = await verifiedUser(account);
  const { challengeToken, publicKey } = await user.call(startPasskey, {});
  return outcomeOf(user.call(addPasskey, { challengeToken, credential: await make(publicKey.challenge) }));
}

const FORMATS = ["android-key", "android-safetynet", "apple", "compound", "fido-u2f", "packed", "tpm"];

it.each(FORMATS)("MFA-09 a passkey with certificates (%s) is refused, and nothing is fetched from where they point", async (format) => {
  const { port } = elsewhere.address() as AddressInfo;
  const attested = { format, revocationList: `http://127.0.0.1:${port}/${format}` };
  expect(await tryAdding((challenge) => createAttested(createAuthenticator(), challenge, attested))).toBe(REJECTED);
  expect(requests).not.toContain(`/${format}`);
});

it("MFA-09 a passkey that attests itself is added; one whose attestation cannot be read is refused", async () => {
  const authenticator = createAuthenticator();
  expect(await tryAdding((challenge) => createAttested(authenticator, challenge, { format: "packed" }))).toBe("ok");
  const { challengeToken, publicKey } = await account.call(askForPasskey, {});
  const credential = authenticator.sign(publicKey.challenge);
  expect(await outcomeOf(account.call(verifySecondFactor, { challengeToken, credential }))).toBe("ok");
  for (const attestationObject of ["oA", "gA", "AAAA", "o2Nm", "_____w"]) {
    const made = (challenge: string) => {
      const { id, response } = createAuthenticator().create(challenge);
      return { id, response: { ...response, attestationObject } };
    };
    expect(await tryAdding(made)).toBe(REJECTED);
  }
});

it("MFA-09 a passkey without an id, or under another id than the authenticator says, is refused", async () => {
  for (const credentialId of ["", "AAAA"]) {
    expect(await tryAdding((challenge) => ({ ...createAuthenticator(credentialId).create(challenge), id: "BBBB" }))).toBe(REJECTED);
  }
});

it("MFA-09 MFA-11 a passkey that another site used in a frame is neither added nor accepted", async () => {
  expect(await tryAdding((challenge) => createAuthenticator().create(challenge, { crossOrigin: true }))).toBe(REJECTED);
  const { authenticator } = await addPasskeyTo(await verifiedUser(account));
  const trySigning = async (crossOrigin: boolean) => {
    const { challengeToken, publicKey } = await account.call(askForPasskey, {});
    const credential = authenticator.sign(publicKey.challenge, { crossOrigin });
    return outcomeOf(account.call(verifySecondFactor, { challengeToken, credential }));
  };
  expect(await trySigning(true)).toBe("auth.mfa.invalid_code");
  expect(await trySigning(false)).toBe("ok");
});
