import { badValue, locationError, MongoError } from "../values/mongo-error.ts";

/** MongoDB's error codes for an argument of the wrong type, for the operators that mingo evaluates. */
const WRONG_TYPE_CODES: Readonly<Record<string, number>> = {
  $arrayElemAt: 28689,
  $arrayToObject: 40386,
  $dateAdd: 5166400,
  $dateDiff: 5166307,
  $dateFromParts: 40515,
  $dateFromString: 241,
  $dateSubtract: 5166400,
  $dateToParts: 16006,
  $dateToString: 16006,
  $dateTrunc: 5439010,
  $dayOfMonth: 16006,
  $dayOfWeek: 16006,
  $dayOfYear: 16006,
  $filter: 28651,
  $first: 28689,
  $hour: 16006,
  $indexOfBytes: 40091,
  $indexOfCP: 40093,
  $last: 28689,
  $ltrim: 50699,
  $map: 16883,
  $minute: 16006,
  $month: 16006,
  $objectToArray: 40390,
  $range: 34443,
  $reduce: 40080,
  $replaceAll: 51746,
  $replaceOne: 51746,
  $reverseArray: 34435,
  $rtrim: 50699,
  $second: 16006,
  $slice: 28724,
  $split: 40085,
  $strLenBytes: 34473,
  $strLenCP: 34471,
  $substrBytes: 16034,
  $substrCP: 34450,
  $trim: 50699,
  $year: 16006,
  $zip: 34468,
};

/** Converts an error of mingo to a MongoError with MongoDB's code, or BadValue if the code is unknown. */
export function expressionError(error: unknown): MongoError {
  if (error instanceof MongoError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const variable = /Use of undefined variable: (\w+)/.exec(message);
  if (variable) return locationError(17276, `Use of undefined variable: ${variable[1]}`);
  const unknown = /accumulator '(\$\w+)' is not registered/.exec(message);
  if (unknown) return new MongoError(168, "InvalidPipelineOperator", `Unrecognized expression '${unknown[1]}'`);
  const operator = /^(?:\w+: )?(\$\w+)/.exec(message)?.[1];
  if (operator && /expects array\(\d\)/.test(message)) return locationError(16020, `Expression ${operator}: ${message}`);
  const code = operator ? WRONG_TYPE_CODES[operator] : undefined;
  return code ? locationError(code, message) : badValue(message);
}
