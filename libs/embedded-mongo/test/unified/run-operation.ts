import { mongo } from "mongoose";
import { type ExpectedError, NotRunnable, type Operation, Unexpected } from "./format.ts";
import { difference } from "./match.ts";
import { runOnEntity } from "./operations.ts";
import { type RunnerContext, runOnRunner } from "./runner-operations.ts";

const isServerError = (error: unknown): error is mongo.MongoServerError => error instanceof mongo.MongoServerError;
const isNetworkError = (error: unknown): boolean => error instanceof mongo.MongoNetworkError;

/** The reason why an error is not the expected one; null if it is. */
function wrongError(expected: ExpectedError, error: mongo.MongoError, { entities }: RunnerContext): string | null {
  const has = (label: string) => error.hasErrorLabel?.(label) ?? false;
  const server = isServerError(error) ? error : undefined;
  const concern = server?.result?.writeConcernError ?? (server as mongo.MongoBulkWriteError | undefined)?.result?.getWriteConcernError?.();
  const { isClientError, errorContains = "", errorCode, errorCodeName, errorLabelsContain = [], errorLabelsOmit = [] } = expected;
  if (isClientError !== undefined && isClientError !== (!server || isNetworkError(error)))
    return `comes from the ${server ? "server" : "client"}`;
  if (!error.message.toLowerCase().includes(errorContains.toLowerCase())) return `says nothing of ${errorContains}`;
  if (errorCode !== undefined && errorCode !== server?.code && errorCode !== concern?.code)
    return `has the code ${server?.code}, not ${errorCode}`;
  if (errorCodeName !== undefined && errorCodeName !== server?.codeName && errorCodeName !== concern?.codeName)
    return `is called ${server?.codeName}, not ${errorCodeName}`;
  const missing = errorLabelsContain.find((label) => !has(label));
  if (missing) return `lacks the label ${missing}`;
  const extra = errorLabelsOmit.find(has);
  if (extra) return `has the label ${extra}`;
  const place = { path: "", isRoot: true, entities };
  if (expected.errorResponse) return difference(expected.errorResponse, server?.errorResponse ?? {}, place);
  if (expected.expectResult !== undefined) return difference(expected.expectResult, (error as mongo.MongoBulkWriteError).result, place);
  return null;
}

function checkError(operation: Operation, error: unknown, context: RunnerContext): void {
  const { name, expectError, ignoreResultAndError } = operation;
  if (error instanceof NotRunnable || error instanceof Unexpected) throw error;
  if (ignoreResultAndError) return;
  if (!(error instanceof Error)) throw new Unexpected(`${name} failed: ${String(error)}`);
  if (!expectError) throw new Unexpected(`${name} failed: ${error.message}`);
  const wrong = wrongError(expectError, error as mongo.MongoError, context);
  if (wrong) throw new Unexpected(`${name} failed, but its error ${wrong}: ${error.message}`);
}

function checkResult(
  { name, expectError, expectResult, ignoreResultAndError }: Operation,
  result: unknown,
  { entities }: RunnerContext,
): void {
  if (ignoreResultAndError) return;
  if (expectError) throw new Unexpected(`${name} succeeded where an error is expected`);
  if (expectResult === undefined) return;
  // the elements of a list of documents are at the root as well
  const pairs =
    Array.isArray(expectResult) && Array.isArray(result) && expectResult.length === result.length
      ? expectResult.map((expected, at) => [expected, result[at], `[${at}]`] as const)
      : [[expectResult, result, ""] as const];
  for (const [expected, actual, path] of pairs) {
    const found = difference(expected, actual, { path, isRoot: true, entities });
    if (found) throw new Unexpected(`${name} gave something else; ${found}`);
  }
}

/** An operation that may fail: the driver decides whether the callback is repeated. */
async function runInCallback(operation: Operation, context: RunnerContext): Promise<null> {
  checkResult(operation, await perform(operation, context), context);
  return null;
}

async function withTransaction({ object, arguments: given = {} }: Operation, context: RunnerContext): Promise<void> {
  const { callback, ...options } = given;
  const session = context.entities.get(object) as mongo.ClientSession;
  await session.withTransaction(async () => {
    for (const operation of callback as Operation[]) {
      // the driver repeats the callback, or gives up
      const error = operation.expectError ? await runOperation(operation, context) : await runInCallback(operation, context);
      if (error) throw error;
    }
  }, options);
}

async function perform(operation: Operation, context: RunnerContext): Promise<unknown> {
  const { name, object, arguments: given = {}, saveResultAsEntity } = operation;
  if (object === "testRunner") return runOnRunner(name, given, context);
  if (name === "withTransaction") return withTransaction(operation, context);
  const result = await runOnEntity(operation, context.entities);
  if (saveResultAsEntity !== undefined) context.entities.set(saveResultAsEntity, result);
  return result;
}

/** Runs an operation and compares its outcome with the expected one. Returns an error that was expected. */
export async function runOperation(operation: Operation, context: RunnerContext): Promise<Error | null> {
  let result: unknown;
  try {
    result = await perform(operation, context);
  } catch (error) {
    checkError(operation, error, context);
    return error as Error;
  }
  checkResult(operation, result, context);
  return null;
}
