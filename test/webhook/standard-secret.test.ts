import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { eventsPage } from "#gateway/asyncapi/events-page.ts";
import { VERIFICATIONS } from "#gateway/asyncapi/webhook-verification.ts";
import { docsPage } from "#gateway/openapi/docs-page.ts";
import { describeInterface } from "#gateway/openapi/document.ts";
import { rotateSecret } from "#libs/contracts/webhook/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { signedHeaders } from "#services/webhook/domain/signature.ts";
import { eventually } from "../support/eventually.ts";
import { type Endpoint, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { type Received, type Receiver, startReceiver } from "./receiver.ts";

let webhooks: WebhookFixture;
let receiver: Receiver;
let endpoint: Endpoint;
beforeAll(async () => {
  webhooks = await startWebhooks();
  receiver = await startReceiver();
  endpoint = await webhooks.newEndpoint(receiver.url);
});
afterAll(async () => {
  await receiver.stop();
  await webhooks.stop();
});

/** The next delivery of an event. */
async function nextDelivery(): Promise<Received> {
  const count = receiver.received.length;
  await webhooks.publishTopUp();
  await eventually(() => expect(receiver.received).toHaveLength(count + 1));
  return receiver.received[count] as Received;
}

interface Case {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How the code of a language is run over cases that come as JSON: the file of the code, the rest of the program and its command. */
const PROGRAMS: Readonly<
  Record<string, { readonly file: string; readonly main: readonly [string, string]; readonly command: readonly string[] }>
> = {
  JavaScript: {
    file: "verify.mjs",
    main: [
      "main.mjs",
      `import { json } from "node:stream/consumers";
import { isGenuine } from "./verify.mjs";
const cases = await json(process.stdin);
console.log(JSON.stringify(cases.map(({ secret, headers, body }) => isGenuine(secret, headers, Buffer.from(body)))));`,
    ],
    command: [process.execPath, "main.mjs"],
  },
  Python: {
    file: "verify.py",
    main: [
      "main.py",
      `import json, sys
from verify import is_genuine
print(json.dumps([is_genuine(case["secret"], case["headers"], case["body"].encode()) for case in json.load(sys.stdin)]))`,
    ],
    command: ["python3", "main.py"],
  },
  Go: {
    file: "verify.go",
    main: [
      "main.go",
      `package main

import (
	"encoding/json"
	"os"
)

func main() {
	var cases []struct {
		Secret, Body string
		Headers      map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	found := []bool{}
	for _, one := range cases {
		header := func(name string) string { return one.Headers[name] }
		found = append(found, isGenuine(one.Secret, header, []byte(one.Body)))
	}
	json.NewEncoder(os.Stdout).Encode(found)
}`,
    ],
    command: ["go", "run", "verify.go", "main.go"],
  },
};

/** The verdicts of a program; null: this machine does not have its language. */
async function verdictsOf(language: string, code: string, cases: readonly Case[]): Promise<unknown> {
  const { file, main, command } = PROGRAMS[language] ?? { file: "", main: ["", ""], command: ["no such program"] };
  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  try {
    writeFileSync(join(folder, file), code);
    writeFileSync(join(folder, main[0]), main[1]);
    const [name = "", ...args] = command;
    const child = spawn(name, args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: "", GOTOOLCHAIN: "local" } });
    const isMissing = new Promise<boolean>((resolve) => {
      child.once("error", () => resolve(true));
      child.once("spawn", () => resolve(false));
    });
    if (await isMissing) return null;
    child.stdin.end(JSON.stringify(cases));
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return output === "" ? errors : JSON.parse(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the secret of Standard Webhooks", () => {
  it("FLD-25 that is shown once, at the creation and at a rotation, is accepted as it is by the library", async () => {
    expect(endpoint.standardSecret).toBe(`whsec_${Buffer.from(endpoint.secret, "hex").toString("base64")}`);
    const first = await nextDelivery();
    expect(new Webhook(endpoint.standardSecret).verify(first.body, first.headers as Record<string, string>)).toMatchObject({
      type: "wallet.topped_up",
    });
    const rotated = await webhooks.admin.call(rotateSecret, { id: endpoint.id });
    expect(rotated.standardSecret).toBe(`whsec_${Buffer.from(rotated.secret, "hex").toString("base64")}`);
    const second = await nextDelivery();
    const headers = second.headers as Record<string, string>;
    expect(new Webhook(rotated.standardSecret).verify(second.body, headers)).toMatchObject({ type: "wallet.topped_up" });
    expect(() => new Webhook(endpoint.standardSecret).verify(second.body, headers)).toThrow();
    expect(JSON.stringify(await webhooks.endpoint(endpoint.id))).not.toContain("whsec_");
    endpoint = { ...endpoint, ...rotated };
  });

  it.each(VERIFICATIONS)("FLD-25 the code in $language accepts a delivery and nothing else", async ({ language, code }) => {
    const { body, headers: received } = await nextDelivery();
    const headers = received as Record<string, string>;
    const [secret, id] = [endpoint.standardSecret, headers["webhook-id"] ?? ""];
    const signedAt = (at: number) =>
      signedHeaders({ ...{ secret: endpoint.secret, id, body }, at: new Date(at) } as Parameters<typeof signedHeaders>[0]);
    const good = headers["webhook-signature"] ?? "";
    const cases: readonly (readonly [boolean, Case])[] = [
      [true, { secret, headers, body }],
      [true, { secret, headers: { ...headers, "webhook-signature": `v1,AAAA ${good}` }, body }],
      [true, { secret, headers: signedAt(Date.now() - 4 * MINUTE), body }],
      [false, { secret: `whsec_${Buffer.alloc(32).toString("base64")}`, headers, body }],
      [false, { secret, headers, body: body.replace("5.00", "6.00") }],
      [false, { secret, headers: { ...headers, "webhook-id": "another" }, body }],
      [false, { secret, headers: { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) }, body }],
      [false, { secret, headers: signedAt(Date.now() - 6 * MINUTE), body }],
      [false, { secret, headers: signedAt(Date.now() + 6 * MINUTE), body }],
      [false, { secret, headers: { ...headers, "webhook-timestamp": "soon" }, body }],
      [false, { secret, headers: { ...headers, "webhook-signature": "" }, body }],
      [false, { secret, headers: { ...headers, "webhook-signature": good.replace("v1,", "v2,") }, body }],
    ];
    const verdicts = await verdictsOf(
      language,
      code,
      cases.map(([, one]) => one),
    );
    const expected = cases.map(([verdict]) => verdict);
    // A machine need not have each language; Node runs the tests.
    expect([language === "JavaScript" ? "never" : null, expected]).toContainEqual(verdicts);
  });

  it("FLD-25 the code stands in the documentation of the interface and of the events", () => {
    const [page, document] = [eventsPage("main"), JSON.stringify(describeInterface("full", [], []))];
    const docs = docsPage(JSON.parse(document), "");
    for (const { language, code } of VERIFICATIONS) {
      for (const html of [page, docs]) expect(html).toContain(`<h3>${language}</h3>`);
      expect(document).toContain(JSON.stringify(code).slice(1, -1));
    }
    expect(page).toContain("createHmac(&quot;sha256&quot;, key)");
  });
});
