import type { ActionHandler, Middleware, Service } from "moleculer";
import mongoose from "mongoose";
import { AppError } from "#libs/errors/app-error.ts";
import { ERROR_CODES } from "./error-codes.ts";
import { isTimeLimitExceeded } from "./time-limit.ts";
import { DatabaseBusy } from "./work-limit.ts";

/** A transaction that was not finished within its time limit. */
export class TransactionTimeout extends Error {
  constructor(limitMs: number) {
    super(`transaction not finished after ${limitMs} ms`);
    this.name = "TransactionTimeout";
  }
}

const { mongo } = mongoose;

/** Driver errors that mean that the store could not be reached, independent of the request. */
const UNREACHABLE = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoExpiredSessionError,
  mongoose.Error.MongooseServerSelectionError,
  TransactionTimeout,
  DatabaseBusy,
] as const;

/** Names of errors whose classes the driver does not export. */
const UNREACHABLE_NAMES = new Set([
  "MongoWaitQueueTimeoutError",
  "MongoPoolClosedError",
  "MongoPoolClearedError",
  "PoolClearedOnNetworkError",
]);

const { DuplicateKey: _ofARequest, MaxTimeMSExpired: _ofAQuery, ...notServing } = ERROR_CODES;
const NOT_SERVING = new Set<unknown>(Object.values(notServing));

/** The error behind a bulk write, which wraps the error of its connection. */
function causeOf(error: unknown): unknown {
  const wrapped: unknown = error instanceof mongo.MongoBulkWriteError ? error.errorResponse : null;
  return wrapped instanceof Error ? wrapped : error;
}

/** True when a connection broke or could not be opened. */
export const isNetworkFailure = (error: unknown): boolean => causeOf(error) instanceof mongo.MongoNetworkError;

/** True when an operation failed because the store is unavailable, not because of the request. */
export function isStoreUnavailable(thrown: unknown): boolean {
  const error = causeOf(thrown);
  if (!(error instanceof Error)) return false;
  if (UNREACHABLE.some((kind) => error instanceof kind) || UNREACHABLE_NAMES.has(error.name)) return true;
  if (error instanceof mongo.MongoServerError) return NOT_SERVING.has(error.code);
  return error instanceof mongoose.Error && error.message.includes("buffering timed out");
}

/** Runs work on the store; rejects with SERVICE_UNAVAILABLE (503) while the store is unavailable, and with UPSTREAM_TIMEOUT (504) when it was too slow. */
async function orServiceUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isTimeLimitExceeded(error)) throw new AppError("error.upstream_timeout");
    throw isStoreUnavailable(error) ? new AppError("error.service_unavailable") : error;
  }
}

/** Lets every action answer 503 while its store is unavailable and 504 when a query takes too long. On the callee's side, because the driver's errors do not cross the wire. */
export function storeUnavailableMiddleware(): Middleware {
  return {
    name: "StoreUnavailable",
    localAction(next: ActionHandler<Service>): ActionHandler<Service> {
      return function (context) {
        return orServiceUnavailable(async () => next.call(this, context));
      };
    },
  };
}
