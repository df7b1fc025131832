import type { ActionHandler, Middleware, Service } from "moleculer";
import mongoose from "mongoose";
import { AppError } from "#libs/errors/app-error.ts";

/** A transaction that found no end in its time. */
export class TransactionTimeout extends Error {
  constructor(limitMs: number) {
    super(`transaction not finished after ${limitMs} ms`);
    this.name = "TransactionTimeout";
  }
}

const { mongo } = mongoose;

/** Driver errors that say nothing about the request, only that the store could not be reached. */
const UNREACHABLE = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoExpiredSessionError,
  mongoose.Error.MongooseServerSelectionError,
  TransactionTimeout,
] as const;

/** Names of errors whose classes the driver keeps to itself. */
const UNREACHABLE_NAMES = new Set([
  "MongoWaitQueueTimeoutError",
  "MongoPoolClosedError",
  "MongoPoolClearedError",
  "PoolClearedOnNetworkError",
]);

/** Server codes of a node that is shutting down, stepping down, not the primary or out of disk space, and of a failed majority write. */
const NOT_SERVING = new Set<unknown>([64, 91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031]);

/** What failed: a bulk write, and so `insertMany`, wraps the error of its connection. */
function causeOf(error: unknown): unknown {
  const wrapped: unknown = error instanceof mongo.MongoBulkWriteError ? error.errorResponse : null;
  return wrapped instanceof Error ? wrapped : error;
}

/** True when a connection broke, or could not be made. */
export const isNetworkFailure = (error: unknown): boolean => causeOf(error) instanceof mongo.MongoNetworkError;

/** True when an operation failed because the store is away, not because of what was asked. */
export function isStoreUnavailable(thrown: unknown): boolean {
  const error = causeOf(thrown);
  if (!(error instanceof Error)) return false;
  if (UNREACHABLE.some((kind) => error instanceof kind) || UNREACHABLE_NAMES.has(error.name)) return true;
  if (error instanceof mongo.MongoServerError) return NOT_SERVING.has(error.code);
  return error instanceof mongoose.Error && error.message.includes("buffering timed out");
}

/** Runs work on the store; when the store is away the error is SERVICE_UNAVAILABLE (503). */
async function answeringUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isStoreUnavailable(error) ? new AppError("error.service_unavailable") : error;
  }
}

/** Lets every action of a broker answer 503 while its store is away. On the callee: the driver's errors do not cross the wire. */
export function storeUnavailableMiddleware(): Middleware {
  return {
    name: "StoreUnavailable",
    localAction(next: ActionHandler<Service>): ActionHandler<Service> {
      return function (context) {
        return answeringUnavailable(async () => next.call(this, context));
      };
    },
  };
}
