import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { mongo } from "mongoose";

const { deserialize, serialize } = mongo.BSON;
const OP_MSG = 2013;

/** A connection without a driver: the test decides which message goes over it. */
export interface RawConnection {
  readonly socket: Socket;
  readonly replies: readonly mongo.Document[];
  /** Sends a command and resolves to its reply; for one command at a time. */
  send(body: mongo.Document): Promise<mongo.Document>;
}

/** A message with one document. */
export function message(body: mongo.Document, requestId = 1): Buffer {
  const document = serialize(body);
  const bytes = Buffer.alloc(21 + document.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(requestId, 4);
  bytes.writeInt32LE(OP_MSG, 12);
  bytes.set(document, 21);
  return bytes;
}

/** Connects to the server of a URI. The caller destroys the socket. */
export async function rawConnection(uri: string): Promise<RawConnection> {
  const socket = connect(Number(new URL(uri).port), "127.0.0.1");
  const replies: mongo.Document[] = [];
  let received = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
      const length = received.readInt32LE(0);
      replies.push(deserialize(received.subarray(21, length)));
      received = received.subarray(length);
      socket.emit("reply");
    }
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  return {
    socket,
    replies,
    async send(body) {
      const reply = once(socket, "reply");
      socket.write(message(body));
      await reply;
      return replies.at(-1) ?? {};
    },
  };
}
