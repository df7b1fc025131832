import { Binary } from "bson";
import { authenticationFailed, ScramConversation } from "../access/scram.ts";
import { isBinary, truthy } from "../values/bson-types.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import type { Connection } from "./model.ts";
import type { CommandHandler, Server } from "./server-state.ts";

const MECHANISM = "SCRAM-SHA-256";
/** A connection has one sign-in at a time. */
const CONVERSATION_ID = 1;

const textOf = (payload: unknown): string => (isBinary(payload) ? payload.toString("utf8") : "");
const reply = (done: boolean, text: string): Doc => ({ conversationId: CONVERSATION_ID, done, payload: new Binary(Buffer.from(text)) });

function start(connection: Connection, server: Server, database: string, body: Doc): Doc {
  const { users } = server;
  connection.user = null;
  connection.signIn = null;
  if (!users) throw new MongoError(18, "AuthenticationFailed", "this server has no users: connect without credentials");
  if (body.mechanism !== MECHANISM)
    throw new MongoError(334, "MechanismUnavailable", `Received authentication for a mechanism other than ${MECHANISM}`);
  const conversation = new ScramConversation(
    textOf(body.payload),
    (name) => users.find(database, name)?.credentials ?? users.decoyFor(name),
  );
  const skipsEmptyExchange = isDoc(body.options) && truthy(body.options.skipEmptyExchange);
  connection.signIn = { conversation, database, skipsEmptyExchange, isVerified: false };
  return reply(false, conversation.challenge);
}

const saslStart: CommandHandler = ({ connection, database, body }, server) => start(connection, server, database, body);

const saslContinue: CommandHandler = ({ connection, body }, { users }) => {
  const { signIn } = connection;
  connection.signIn = null;
  if (!signIn) throw new MongoError(17, "ProtocolError", "No SASL session state found");
  const { conversation, database } = signIn;
  const signature = signIn.isVerified ? "" : conversation.verify(textOf(body.payload));
  if (!signIn.isVerified && !signIn.skipsEmptyExchange) {
    connection.signIn = { ...signIn, isVerified: true };
    return reply(false, signature);
  }
  const user = users?.find(database, conversation.userName) ?? null;
  if (!user) throw authenticationFailed();
  connection.user = user;
  return reply(true, signature);
};

/** The fields of a handshake: the mechanisms, and the reply to a sign-in that begins in it. A wrong one is refused by saslStart later. */
export function handshakeFields(connection: Connection, server: Server, body: Doc): Doc {
  if (!server.users) return {};
  const fields: Doc = body.saslSupportedMechs === undefined ? {} : { saslSupportedMechs: [MECHANISM] };
  const speculative = body.speculativeAuthenticate;
  if (!isDoc(speculative)) return fields;
  try {
    fields.speculativeAuthenticate = start(connection, server, String(speculative.db), speculative);
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
  }
  return fields;
}

export const AUTHENTICATION: Readonly<Record<string, CommandHandler>> = {
  saslStart,
  saslContinue,
  logout: ({ connection }) => {
    connection.user = null;
    connection.signIn = null;
    return {};
  },
  connectionStatus: ({ connection: { user } }) => ({
    authInfo: {
      authenticatedUsers: user ? [{ user: user.name, db: user.database }] : [],
      authenticatedUserRoles: user ? [{ role: user.role, db: user.database }] : [],
    },
  }),
};
