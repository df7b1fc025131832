import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { LOCAL_CERTIFICATE } from "../support/local-certificate.ts";

/** How the server misbehaves. */
export interface SmtpFaults {
  /** Command in upper case → reply that replaces the usual one, for example `RCPT` → `550 no such user`; empty: no reply. */
  readonly replies?: Readonly<Record<string, string>>;
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly secured: boolean;
  readonly user: string | null;
  /** Headers and body without the dot-stuffing of the transfer. */
  readonly source: string;
}

export interface SmtpServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Replaces the faults; none when empty. */
  misbehave(faults: SmtpFaults): void;
  close(): Promise<void>;
}

/** A small mail server on the loopback interface with EHLO, STARTTLS and AUTH PLAIN (RFC 5321). */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const open = new Set<Socket>();
  let faults: SmtpFaults = {};
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    serve(socket, { secured: false, user: null }, mails, () => faults);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    mails,
    misbehave(next) {
      faults = next;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

interface SmtpSession {
  readonly secured: boolean;
  readonly user: string | null;
}

function serve(socket: Socket, session: SmtpSession, mails: ReceivedMail[], faults: () => SmtpFaults, greet = true): void {
  let { user } = session;
  let [from, to, rest] = ["", "", ""];
  let data: string[] | null = null;
  const reply = (command: string, usual: string) => {
    const line = faults().replies?.[command] ?? usual;
    if (line !== "") socket.write(`${line}\r\n`);
  };
  const receive = (line: string) => {
    if (data) {
      if (line !== ".") return void data.push(line.replace(/^\.\./, "."));
      mails.push({ from, to, user, secured: session.secured, source: data.join("\n") });
      data = null;
      return reply("END", "250 taken");
    }
    const [command = ""] = line.toUpperCase().split(" ");
    const argument = /<(.*)>/.exec(line)?.[1] ?? "";
    if (command === "EHLO") return reply(command, session.secured ? "250-test\r\n250 AUTH PLAIN" : "250-test\r\n250 STARTTLS");
    if (command === "STARTTLS") {
      reply(command, "220 go on");
      socket.removeAllListeners("data");
      const secure = new TLSSocket(socket, { isServer: true, ...LOCAL_CERTIFICATE });
      secure.on("error", () => socket.destroy());
      return serve(secure, { secured: true, user }, mails, faults, false);
    }
    if (command === "AUTH") {
      const [, name = "", password = ""] = Buffer.from(line.split(" ")[2] ?? "", "base64")
        .toString("utf8")
        .split("\0");
      user = name;
      return reply(command, password === "the right secret" ? "235 welcome" : "535 wrong");
    }
    if (command === "MAIL") from = argument;
    if (command === "RCPT") to = argument;
    if (command === "DATA") {
      reply(command, "354 go on");
      if (faults().replies?.[command] === undefined) data = [];
      return;
    }
    reply(command, command === "QUIT" ? "221 bye" : "250 ok");
    if (command === "QUIT") socket.end();
  };
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString("utf8")}`.split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) receive(line);
  });
  if (greet) reply("GREETING", "220 test ready");
}
