import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { LOCAL_CERTIFICATE } from "#test/support/local-certificate.ts";

/** What the server does that a good one does not: a reply to a command instead of the usual one, or none at all. */
export interface SmtpTrouble {
  /** Command in upper case → reply, for example `RCPT` → `550 no such user`; empty: silence. */
  readonly replies?: Readonly<Record<string, string>>;
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly secured: boolean;
  readonly user: string | null;
  /** Headers and body as they came, without the dots of the transfer. */
  readonly source: string;
}

export interface SmtpServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Replaces the trouble; none when empty. */
  misbehave(trouble: SmtpTrouble): void;
  close(): Promise<void>;
}

/** A small mail server on the loopback: EHLO, STARTTLS, AUTH PLAIN, one mail after the other (RFC 5321). */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const open = new Set<Socket>();
  let trouble: SmtpTrouble = {};
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    talk(socket, { secured: false, user: null }, mails, () => trouble);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    mails,
    misbehave(next) {
      trouble = next;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

interface Talk {
  readonly secured: boolean;
  readonly user: string | null;
}

function talk(socket: Socket, begun: Talk, mails: ReceivedMail[], trouble: () => SmtpTrouble, greet = true): void {
  let { user } = begun;
  let [from, to, rest] = ["", "", ""];
  let data: string[] | null = null;
  const say = (command: string, usual: string) => {
    const reply = trouble().replies?.[command] ?? usual;
    if (reply !== "") socket.write(`${reply}\r\n`);
  };
  const hear = (line: string) => {
    if (data) {
      if (line !== ".") return void data.push(line.replace(/^\.\./, "."));
      mails.push({ from, to, user, secured: begun.secured, source: data.join("\n") });
      data = null;
      return say("END", "250 taken");
    }
    const [command = ""] = line.toUpperCase().split(" ");
    const argument = /<(.*)>/.exec(line)?.[1] ?? "";
    if (command === "EHLO") return say(command, begun.secured ? "250-test\r\n250 AUTH PLAIN" : "250-test\r\n250 STARTTLS");
    if (command === "STARTTLS") {
      say(command, "220 go on");
      socket.removeAllListeners("data");
      const secure = new TLSSocket(socket, { isServer: true, ...LOCAL_CERTIFICATE });
      secure.on("error", () => socket.destroy());
      return talk(secure, { secured: true, user }, mails, trouble, false);
    }
    if (command === "AUTH") {
      const [, name = "", password = ""] = Buffer.from(line.split(" ")[2] ?? "", "base64")
        .toString("utf8")
        .split("\0");
      user = name;
      return say(command, password === "the right secret" ? "235 welcome" : "535 wrong");
    }
    if (command === "MAIL") from = argument;
    if (command === "RCPT") to = argument;
    if (command === "DATA") {
      say(command, "354 go on");
      if (trouble().replies?.[command] === undefined) data = [];
      return;
    }
    say(command, command === "QUIT" ? "221 bye" : "250 ok");
    if (command === "QUIT") socket.end();
  };
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString("utf8")}`.split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(line);
  });
  if (greet) say("GREETING", "220 test ready");
}
