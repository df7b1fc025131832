import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { isGlobalUnicast } from "#libs/platform/http-client/address-rules.ts";
import { codeOf, failureOf, ProviderFailure } from "../provider-failure.ts";
import type { Email, EmailProvider } from "./email-provider.ts";

const TIMEOUT_MS = 25_000;

interface SmtpOptions {
  readonly config: Pick<ConfigReader, "read">;
  /** Certificate authorities that replace the usual ones; for tests. */
  readonly ca?: string | undefined;
  /** Milliseconds for one email. */
  readonly timeoutMs?: number | undefined;
}

/** Sends emails through the mail server of the settings, which are read anew for each email. */
export function smtpEmail({ config, ca, timeoutMs = TIMEOUT_MS }: SmtpOptions): EmailProvider {
  return {
    async send(email) {
      const server = await serverOf(config, ca);
      const session = { isTakenUp: false };
      const transport = createTransport({ ...server, logger: stepsOf(session) });
      try {
        await transport.sendMail({ ...messageOf(email, config), signal: AbortSignal.timeout(timeoutMs) });
      } catch (error) {
        throw aboutMail(smtpFailure(error), session);
      } finally {
        transport.close();
      }
    },
  };
}

async function serverOf(config: SmtpOptions["config"], ca: string | undefined) {
  const host = config.read("provider.email_host");
  const user = config.read("provider.email_user");
  const security = config.read("provider.email_security");
  if (host === "" || config.read("provider.email_from") === "") throw new ProviderFailure("email", "NOT_CONFIGURED");
  // A password is never sent over an unencrypted connection.
  if (user !== "" && security === "none") throw new ProviderFailure("email", "NOT_CONFIGURED", "SECURITY");
  return {
    host: await addressOf(host, config.read("provider.private_addresses")),
    port: config.read("provider.email_port"),
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    tls: { minVersion: "TLSv1.2" as const, ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca === undefined ? {} : { ca }) },
    ...(user === "" ? {} : { auth: { user, pass: config.read("provider.email_secret") ?? "" } }),
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Resolves the host name once and checks the address, so that DNS cannot return another one when the connection is opened. */
async function addressOf(host: string, allowPrivate: boolean): Promise<string> {
  const addresses = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
  // IPv4 is preferred: a machine with both kinds of addresses cannot always reach IPv6 hosts.
  const first = addresses.find(({ address }) => isIP(address) === 4) ?? addresses[0];
  if (!first) throw new ProviderFailure("email", "UNREACHABLE", "NO_ADDRESS");
  if (!allowPrivate && !addresses.every(({ address }) => isGlobalUnicast(address))) {
    throw new ProviderFailure("email", "NOT_CONFIGURED", "PRIVATE_ADDRESS");
  }
  return first.address;
}

function messageOf({ to, subject, text, html, id, locale, unsubscribeUrl }: Email, config: SmtpOptions["config"]) {
  const from = config.read("provider.email_from");
  return {
    ...(id === undefined ? {} : { messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>` }),
    from: { name: config.read("siteName"), address: from },
    to: { name: "", address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": locale,
      ...(unsubscribeUrl === undefined
        ? {}
        : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
  };
}

interface SmtpSession {
  /** Whether the server has greeted, and takes mails from this sender. */
  isTakenUp: boolean;
}

/** Notes the steps of the transport, which tells them only to a logger. Nothing is logged. */
function stepsOf(session: SmtpSession) {
  return {
    info(step: { readonly tnx?: unknown }) {
      if (step.tnx === "send") session.isTakenUp = true;
    },
  };
}

/** A failure after the server has taken up the session is about this mail: receivers whose servers are slow keep no other mail back. */
function aboutMail(failure: ProviderFailure, { isTakenUp }: SmtpSession): ProviderFailure {
  return isTakenUp && failure.isOutage ? new ProviderFailure("email", "DEFERRED", failure.reason) : failure;
}

/** Retains only a code: the text of the server may quote the address of the receiver. */
function smtpFailure(error: unknown): ProviderFailure {
  const code = codeOf(error);
  const status = typeof error === "object" && error !== null && "responseCode" in error ? Number(error.responseCode) : 0;
  if (code === "EAUTH" || code === "ENOAUTH") return new ProviderFailure("email", "NOT_CONFIGURED", code);
  if (code === "ETIMEDOUT" || code === "EABORT") return new ProviderFailure("email", "TIMEOUT");
  if (status >= 400 && status < 500) return new ProviderFailure("email", "DEFERRED", `SMTP_${status}`);
  if (status >= 500) return new ProviderFailure("email", "REFUSED", `SMTP_${status}`);
  if (code === "EPROTOCOL") return new ProviderFailure("email", "BAD_ANSWER", code);
  return failureOf("email", error);
}
