import type { Command } from "../commands/model.ts";
import { toDouble } from "../values/bson-types.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { badValue } from "../values/mongo-error.ts";

interface FailPoint {
  readonly data: Doc;
  /** The number of times that it will still fire. */
  remaining: number;
  /** The number of matching commands to skip before it fires. */
  skip: number;
}

const NAMES = new Set(["failCommand", "onPrimaryTransactionalWrite"]);
const CANONICAL: Readonly<Record<string, string>> = { findandmodify: "findAndModify", ismaster: "isMaster" };

/** Injected failures, for tests of retries. */
export interface FailPoints {
  /** The `configureFailPoint` command. */
  configure(body: Doc): Doc;
  /** The data of `failCommand` if it fires for this command, else null. */
  forCommand(command: Command): Doc | null;
  forRetryableWrite(): Doc | null;
}

export function createFailPoints(): FailPoints {
  const failPoints = new Map<string, FailPoint>();
  const consume = (name: string): Doc | null => {
    const failPoint = failPoints.get(name);
    if (!failPoint) return null;
    if (failPoint.skip > 0) {
      failPoint.skip--;
      return null;
    }
    failPoint.remaining--;
    if (failPoint.remaining <= 0) failPoints.delete(name);
    return failPoint.remaining >= 0 ? failPoint.data : null;
  };
  return {
    configure(body) {
      const name = String(body.configureFailPoint);
      if (!NAMES.has(name)) throw badValue(`fail point '${name}' is not supported by this server`);
      const { mode, data } = body;
      if (mode === "off") return { count: failPoints.delete(name) ? 1 : 0 };
      failPoints.set(name, {
        data: isDoc(data) ? data : {},
        remaining: isDoc(mode) && mode.times !== undefined ? toDouble(mode.times) : Number.POSITIVE_INFINITY,
        skip: isDoc(mode) && mode.skip !== undefined ? toDouble(mode.skip) : 0,
      });
      return { count: 0 };
    },
    forCommand(command) {
      const data = failPoints.get("failCommand")?.data;
      return data && appliesTo(data, command) ? consume("failCommand") : null;
    },
    forRetryableWrite: () => consume("onPrimaryTransactionalWrite"),
  };
}

function appliesTo(data: Doc, command: Command): boolean {
  const { name, body, database, connection } = command;
  const commands = Array.isArray(data.failCommands) ? data.failCommands : [];
  if (!commands.includes(name) && !commands.includes(CANONICAL[name])) return false;
  const client = isDoc(body.client) ? body.client : connection.metadata;
  const application = isDoc(client.application) ? client.application.name : undefined;
  if (data.appName !== undefined && data.appName !== application) return false;
  return data.namespace === undefined || data.namespace === `${database}.${String(body[name])}`;
}
