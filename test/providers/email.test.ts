import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Email } from "#libs/providers/email/email-provider.ts";
import { checked, emailSlot } from "#libs/providers/email/email-slot.ts";
import { smtpEmail } from "#libs/providers/email/smtp.ts";
import { LOCAL_CERTIFICATE } from "#test/support/local-certificate.ts";
import { PRIVATE_ADDRESSES, testHost } from "./host.ts";
import { type SmtpServer, startSmtpServer } from "./smtp-server.ts";

const mail: Email = {
  to: "anna@example.org",
  subject: "Grüße 🙂",
  text: "Guten Tag\n.\n.. und Punkte\nhttps://app.example.org/#token=s3cret",
  kind: "verify_email",
  locale: "de",
  token: "s3cret",
};

let smtp: SmtpServer;
let dataDir: string;
beforeAll(async () => {
  smtp = await startSmtpServer();
  dataDir = await mkdtemp(join(tmpdir(), "mail-"));
});
afterAll(async () => {
  await smtp.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => smtp.misbehave({}));

const settings = () => ({
  "provider.email_host": "127.0.0.1",
  "provider.email_port": smtp.port,
  "provider.email_from": "no-reply@example.org",
  "provider.email_security": "none",
});

const hostFor = (variables: Readonly<Record<string, string>> = PRIVATE_ADDRESSES) => testHost({ dataDir }, variables);

describe.each(["console", "folder", "smtp"])("the e-mail provider %s", (name) => {
  const send = (email: Email) => {
    const host = hostFor();
    host.configure({ ...settings(), "provider.email": name });
    return { host, sent: emailSlot(host).use().send(email) };
  };

  it("takes a mail, and logs neither the address nor the words nor the token", async () => {
    const { host, sent } = send(mail);
    await expect(sent).resolves.toBeUndefined();
    expect(host.logged()).not.toMatch(/anna|example|Guten|s3cret/);
  });

  it.each([
    ["a second header in the subject", { subject: "Hello\r\nBcc: eve@example.org" }],
    ["a second address", { to: "anna@example.org, eve@example.org" }],
    ["an address that breaks out", { to: "anna@example.org\r\nRCPT TO:<eve@example.org>" }],
    ["an address of angle brackets", { to: "<anna@example.org>" }],
    ["a subject without end", { subject: "x".repeat(201) }],
    ["a text without end", { text: "x".repeat(100_001) }],
    ["nothing to say", { text: "" }],
    ["a link that is none", { unsubscribeUrl: "https://a.example>\r\nX: y" }],
  ])("REFUSES %s", async (_what, wrong) => {
    await expect(send({ ...mail, ...wrong }).sent).rejects.toMatchObject({ reason: "REFUSED", slot: "email" });
  });
});

describe("the provider folder", () => {
  it("leaves a file that only its owner reads, with the secret of the link", async () => {
    const host = testHost({ dataDir: join(dataDir, "own") });
    host.configure({ "provider.email": "folder" });
    const { use } = emailSlot(host);
    await use().send(mail);
    await use().send({ ...mail, kind: "reset_password" });
    const folder = join(dataDir, "own", "mail");
    const names = await readdir(folder);
    const kept = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as Email));
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(expect.arrayContaining([mail, { ...mail, kind: "reset_password" }]));
    expect((await stat(join(folder, names[0] ?? ""))).mode & 0o777).toBe(0o600);
  });
});

describe("the provider smtp", () => {
  const received = () => smtp.mails.at(-1);
  const provider = (changes: Readonly<Record<string, unknown>> = {}, variables?: Readonly<Record<string, string>>) => {
    const host = hostFor(variables);
    host.configure({ ...settings(), ...changes });
    return checked(smtpEmail({ config: host.config, ca: LOCAL_CERTIFICATE.cert }));
  };

  it("hands the mail over whole: sender, receiver, words, dots, and how to unsubscribe", async () => {
    await provider({ siteName: "Paper Boats" }).send({ ...mail, unsubscribeUrl: "https://app.example.org/u#1" });
    expect(received()).toMatchObject({ from: "no-reply@example.org", to: "anna@example.org", secured: false, user: null });
    const source = received()?.source ?? "";
    expect(source).toContain("From: Paper Boats <no-reply@example.org>");
    expect(source).toContain("List-Unsubscribe: <https://app.example.org/u#1>");
    expect(source).toContain("Auto-Submitted: auto-generated");
    expect(source).toMatch(/Subject: =\?UTF-8\?/);
    const body = source.split("\n\n").slice(1).join("\n\n");
    const plain = /base64/i.test(source) ? Buffer.from(body, "base64").toString("utf8") : body;
    expect(plain.replaceAll("=\n", "").replaceAll("=3D", "=")).toContain(
      "Guten Tag\n.\n.. und Punkte\nhttps://app.example.org/#token=s3cret",
    );
  });

  it("sends the page beside the text, and the same id for the same mail", async () => {
    const page = '<!doctype html><html lang="de"><body><p>Guten Tag</p></body></html>';
    await provider().send({ ...mail, html: page, id: "0190-a_b" });
    const source = received()?.source ?? "";
    expect(source).toContain("Message-ID: <0190-a_b@example.org>");
    expect(source).toMatch(/Content-Type: multipart\/alternative/);
    expect(source).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
    const wrong = provider();
    await expect(wrong.send({ ...mail, id: "a>\r\nBcc: x" })).rejects.toMatchObject({ reason: "REFUSED" });
    await expect(wrong.send({ ...mail, html: "x".repeat(200_001) })).rejects.toMatchObject({ reason: "REFUSED" });
  });

  it("insists on the upgrade with starttls, and signs in over it", async () => {
    const secured = { "provider.email_security": "starttls", "provider.email_user": "boats", "provider.email_secret": "the right secret" };
    await provider(secured).send(mail);
    expect(received()).toMatchObject({ secured: true, user: "boats" });
    smtp.misbehave({ replies: { EHLO: "250 test", STARTTLS: "502 not here" } });
    const before = smtp.mails.length;
    await expect(provider(secured).send(mail)).rejects.toMatchObject({ name: "ProviderFailure" });
    expect(smtp.mails).toHaveLength(before);
  });

  it("trusts no certificate that nobody vouches for", async () => {
    const host = hostFor();
    host.configure({ ...settings(), "provider.email_security": "starttls" });
    await expect(smtpEmail({ config: host.config }).send(mail)).rejects.toMatchObject({ name: "ProviderFailure", mayPass: true });
  });

  it.each([
    [
      "a wrong secret",
      "NOT_CONFIGURED",
      { "provider.email_security": "starttls", "provider.email_user": "boats", "provider.email_secret": "x" },
    ],
    ["a password in the clear", "NOT_CONFIGURED", { "provider.email_user": "boats", "provider.email_secret": "the right secret" }],
    ["no host", "NOT_CONFIGURED", { "provider.email_host": "" }],
    ["no sender", "NOT_CONFIGURED", { "provider.email_from": "" }],
    ["a host without an address", "UNREACHABLE", { "provider.email_host": "nowhere.invalid" }],
    ["a port where nobody listens", "UNREACHABLE", { "provider.email_port": 1 }],
  ])("says what is wrong: %s is %s", async (_what, reason, changes) => {
    await expect(provider(changes).send(mail)).rejects.toMatchObject({ slot: "email", reason });
  });

  it("API7 connects to no inner address unless the environment allows it", async () => {
    const before = smtp.mails.length;
    for (const host of ["127.0.0.1", "localhost", "fd00::1", "169.254.169.254", "10.0.0.1"]) {
      const failure = provider({ "provider.email_host": host }, {}).send(mail);
      await expect(failure).rejects.toMatchObject({ reason: "NOT_CONFIGURED", message: expect.stringContaining("PRIVATE_ADDRESS") });
    }
    expect(smtp.mails).toHaveLength(before);
  });

  it("API10 tells a refusal for good from one for now, and keeps what the server wrote to itself", async () => {
    const outcome = async (replies: Readonly<Record<string, string>>) => {
      smtp.misbehave({ replies });
      return provider()
        .send(mail)
        .then(
          () => "taken",
          ({ reason, message }: { reason: string; message: string }) => (/anna|user/.test(message) ? message : reason),
        );
    };
    expect(await outcome({ RCPT: "550 no such user anna@example.org" })).toBe("REFUSED");
    expect(await outcome({ RCPT: "450 greylisted anna@example.org" })).toBe("DEFERRED");
    expect(await outcome({ END: "554 no spam, user" })).toBe("REFUSED");
    expect(await outcome({ GREETING: "HTTP/1.1 200 OK" })).toBe("BAD_ANSWER");
    expect(await outcome({})).toBe("taken");
  });

  it("API10 silence ends in time", async () => {
    smtp.misbehave({ replies: { GREETING: "" } });
    const host = hostFor();
    host.configure(settings());
    const quick = smtpEmail({ config: host.config, patienceMs: 100 });
    await expect(quick.send(mail)).rejects.toMatchObject({ reason: "TIMEOUT" });
  });
});
