import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Email } from "#libs/providers/email/email-provider.ts";
import { checkedEmail, emailSlot } from "#libs/providers/email/email-slot.ts";
import { smtpEmail } from "#libs/providers/email/smtp-email.ts";
import { LOCAL_CERTIFICATE } from "../support/local-certificate.ts";
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

describe.each(["console", "folder", "smtp"])("the email provider %s", (name) => {
  const send = (email: Email) => {
    const host = hostFor();
    host.configure({ ...settings(), "provider.email": name });
    return { host, sent: emailSlot(host).use().send(email) };
  };

  it("accepts an email and logs neither address, text nor token", async () => {
    const { host, sent } = send(mail);
    await expect(sent).resolves.toBeUndefined();
    expect(host.logged()).not.toMatch(/anna|example|Guten|s3cret/);
  });

  it.each([
    ["a second header in the subject", { subject: "Hello\r\nBcc: eve@example.org" }],
    ["a second address", { to: "anna@example.org, eve@example.org" }],
    ["a line break in the address", { to: "anna@example.org\r\nRCPT TO:<eve@example.org>" }],
    ["an address in angle brackets", { to: "<anna@example.org>" }],
    ["a subject that is too long", { subject: "x".repeat(201) }],
    ["a text that is too long", { text: "x".repeat(100_001) }],
    ["an empty text", { text: "" }],
    ["a malformed unsubscribe URL", { unsubscribeUrl: "https://a.example>\r\nX: y" }],
  ])("refuses %s", async (_what, wrong) => {
    await expect(send({ ...mail, ...wrong }).sent).rejects.toMatchObject({ reason: "REFUSED", slot: "email" });
  });
});

describe("the email provider folder", () => {
  it("BUS-10 writes a file in a folder, both of which only its owner can read, with the secret of the link", async () => {
    const host = testHost({ dataDir: join(dataDir, "own") });
    host.configure({ "provider.email": "folder" });
    const { use } = emailSlot(host);
    await use().send(mail);
    await use().send({ ...mail, kind: "reset_password" });
    const folder = join(dataDir, "own", "mail");
    const names = await readdir(folder);
    const stored = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as Email));
    expect(stored).toHaveLength(2);
    expect(stored).toEqual(expect.arrayContaining([mail, { ...mail, kind: "reset_password" }]));
    expect((await stat(join(folder, names[0] ?? ""))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });
});

describe("the email provider smtp", () => {
  const received = () => smtp.mails.at(-1);
  const provider = (changes: Readonly<Record<string, unknown>> = {}, variables?: Readonly<Record<string, string>>) => {
    const host = hostFor(variables);
    host.configure({ ...settings(), ...changes });
    return checkedEmail(smtpEmail({ config: host.config, ca: LOCAL_CERTIFICATE.cert }));
  };

  it("transmits sender, receiver, text, leading dots and the unsubscribe URL", async () => {
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

  it("sends HTML beside the text, and the id as Message-ID", async () => {
    const html = '<!doctype html><html lang="de"><body><p>Guten Tag</p></body></html>';
    await provider().send({ ...mail, html, id: "0190-a_b" });
    const source = received()?.source ?? "";
    expect(source).toContain("Message-ID: <0190-a_b@example.org>");
    expect(source).toMatch(/Content-Type: multipart\/alternative/);
    expect(source).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
    const smtpProvider = provider();
    await expect(smtpProvider.send({ ...mail, id: "a>\r\nBcc: x" })).rejects.toMatchObject({ reason: "REFUSED" });
    await expect(smtpProvider.send({ ...mail, html: "x".repeat(200_001) })).rejects.toMatchObject({ reason: "REFUSED" });
  });

  it("refuses to continue without STARTTLS, and authenticates over the encrypted connection", async () => {
    const secured = { "provider.email_security": "starttls", "provider.email_user": "boats", "provider.email_secret": "the right secret" };
    await provider(secured).send(mail);
    expect(received()).toMatchObject({ secured: true, user: "boats" });
    smtp.misbehave({ replies: { EHLO: "250 test", STARTTLS: "502 not here" } });
    const before = smtp.mails.length;
    await expect(provider(secured).send(mail)).rejects.toMatchObject({ name: "ProviderFailure" });
    expect(smtp.mails).toHaveLength(before);
  });

  it("rejects an untrusted certificate", async () => {
    const host = hostFor();
    host.configure({ ...settings(), "provider.email_security": "starttls" });
    await expect(smtpEmail({ config: host.config }).send(mail)).rejects.toMatchObject({ name: "ProviderFailure", isRetryable: true });
  });

  it.each([
    [
      "a wrong secret",
      "NOT_CONFIGURED",
      { "provider.email_security": "starttls", "provider.email_user": "boats", "provider.email_secret": "x" },
    ],
    ["a password without encryption", "NOT_CONFIGURED", { "provider.email_user": "boats", "provider.email_secret": "the right secret" }],
    ["no host", "NOT_CONFIGURED", { "provider.email_host": "" }],
    ["no sender", "NOT_CONFIGURED", { "provider.email_from": "" }],
    ["a host without an address", "UNREACHABLE", { "provider.email_host": "nowhere.invalid" }],
    ["a closed port", "UNREACHABLE", { "provider.email_port": 1 }],
  ])("fails for %s with %s", async (_what, reason, changes) => {
    await expect(provider(changes).send(mail)).rejects.toMatchObject({ slot: "email", reason });
  });

  it("API7 connects to no private address unless the environment allows it", async () => {
    const before = smtp.mails.length;
    for (const host of ["127.0.0.1", "localhost", "fd00::1", "169.254.169.254", "10.0.0.1"]) {
      const failure = provider({ "provider.email_host": host }, {}).send(mail);
      await expect(failure).rejects.toMatchObject({ reason: "NOT_CONFIGURED", message: expect.stringContaining("PRIVATE_ADDRESS") });
    }
    expect(smtp.mails).toHaveLength(before);
  });

  it("API10 tells permanent from temporary refusals and does not reveal the text of the server", async () => {
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

  it("API10 times out when the server is silent", async () => {
    smtp.misbehave({ replies: { GREETING: "" } });
    const host = hostFor();
    host.configure(settings());
    const impatient = smtpEmail({ config: host.config, timeoutMs: 100 });
    await expect(impatient.send(mail)).rejects.toMatchObject({ reason: "TIMEOUT" });
  });

  it.each(["RCPT", "END"])("API10 defers a mail whose %s the server answers late, which is no outage", async (command) => {
    smtp.misbehave({ replies: { [command]: "" } });
    const host = hostFor();
    host.configure(settings());
    const impatient = smtpEmail({ config: host.config, timeoutMs: 1_000 });
    await expect(impatient.send(mail)).rejects.toMatchObject({ reason: "DEFERRED", isOutage: false, isRetryable: true });
  });
});
