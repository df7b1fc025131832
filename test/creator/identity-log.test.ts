import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createLogger } from "#libs/platform/log/logger.ts";
import { eventually } from "../support/eventually.ts";
import { IDENTITY, sendFile } from "../support/identity.ts";
import { pdfOf } from "../support/pdf.ts";
import { dataOf } from "../support/test-system.ts";
import { type IdentityWorld, pathOf, type SentFile, startIdentityWorld } from "./identity-world.ts";

/** What a person types, each found in a log by this word alone. */
const CANARY = "Kanarienvogel";
const SECRET_FORM = {
  legalName: `${CANARY} Ann`,
  address: { line1: `${CANARY} Street 1`, line2: `${CANARY} House`, postalCode: "K4N4R1", city: `${CANARY} Town` },
  birthDate: "1987-06-05",
  documentKind: "COMPANY_EXTRACT",
};
/** A file of which each line is found again, in any of the ways in which bytes become text. */
const DOCUMENT = pdfOf({ objects: [`<</Title(${CANARY})>>`] });

let world: IdentityWorld;
const lines: string[] = [];
beforeAll(async () => {
  world = await startIdentityWorld({ logger: createLogger("trace", {}, { write: (line) => void lines.push(line) }) });
});
afterAll(() => world.stop());

/** The secrets that stand in the log. */
function leaks(): readonly string[] {
  const bytes = Buffer.from(DOCUMENT);
  // Without padding, since what stands before the word shifts the letters of base64.
  const shifted = [0, 1, 2].map((skipped) => bytes.subarray(skipped, skipped + 30 - (30 % 3)).toString("base64"));
  const secrets = [
    ...[CANARY, SECRET_FORM.address.postalCode, SECRET_FORM.birthDate],
    ...[...shifted, bytes.subarray(0, 16).toString("hex"), [...bytes.subarray(0, 8)].join(",")],
  ];
  const log = lines.join("").toLowerCase();
  return secrets.filter((secret) => log.includes(secret.toLowerCase()));
}

describe("IDC-02 the log of an identity check", () => {
  it("IDC-02 has no name, address, day of birth or byte of a document, whether a check succeeds, is refused, or fails", async () => {
    const creator = await world.begun();
    const refused = [
      await world.save(creator, { ...SECRET_FORM, birthDate: "1987-13-45", legalName: `${CANARY}\u0000` }),
      await world.save(creator, { ...SECRET_FORM, country: CANARY, [CANARY]: CANARY }),
      await sendFile(creator, "FRONT", pdfOf({ objects: [`<</S/JavaScript/JS(${CANARY})>>`] })),
      await sendFile(creator, CANARY, DOCUMENT),
      await world.system.send("PUT", `${pathOf(creator)}/form`, { body: { ...IDENTITY, ...SECRET_FORM } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 401]);

    dataOf(await world.save(creator, SECRET_FORM), 200);
    expect((await world.submit(creator)).status).toBe(400);
    const { documentId } = dataOf<SentFile>(await sendFile(creator, "EXTRACT", DOCUMENT), 201);
    dataOf(await world.submit(creator), 200);
    expect((await world.bytesOf(creator, documentId)).status).toBe(200);
    const decision = { kycStatus: "RESUBMISSION_REQUIRED", reasons: ["OTHER"], reason: `The name is not ${CANARY}` };
    dataOf(await world.decide(creator, decision), 200);

    // A part that no key opens, then a storage that takes nothing.
    await world.storage.put(`identity/${documentId}/0`, DOCUMENT);
    expect((await world.bytesOf(creator, documentId)).status).toBe(500);
    dataOf(await creator.send("POST", pathOf(creator)), 201);
    world.breakStorage();
    expect((await sendFile(creator, "EXTRACT", DOCUMENT)).status).toBe(503);

    const requests = () =>
      lines.map((line) => JSON.parse(line)).flatMap(({ route, status }) => (route?.includes("/kyc") && status ? [status] : []));
    await eventually(() => expect(requests()).toEqual(expect.arrayContaining([200, 201, 400, 401, 500, 503])));
    expect(leaks()).toEqual([]);
  });
});
