import * as mingoExpressions from "mingo/operators/expression";
import { isNil, isObjectId, isTimestamp, toDouble } from "../values/bson-types.ts";
import { isDoc, omit } from "../values/document.ts";
import { locationError, MongoError } from "../values/mongo-error.ts";
import { evaluatePart, type Operator, type OperatorTable } from "./operator.ts";

const MONTHS_IN: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** Adds months; clamps the day to the last day of the target month. */
function addMonths(date: Date, months: number): Date {
  const result = new Date(date);
  const day = result.getUTCDate();
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(day, lastDay));
  return result;
}

/** Adds months, quarters and years; delegates everything else to mingo, which does not clamp the day. */
const dateShift =
  (direction: 1 | -1, mingoOperator: unknown): Operator =>
  (document, argument, options) => {
    const months = isDoc(argument) ? MONTHS_IN[String(evaluatePart(document, argument.unit, options))] : undefined;
    if (months === undefined || !isDoc(argument)) return (mingoOperator as Operator)(document, argument, options);
    const amount = evaluatePart(document, argument.amount, options);
    if (isNil(amount)) return null;
    const start = evaluatePart(document, argument.startDate, options);
    if (!(start instanceof Date)) return (mingoOperator as Operator)(document, argument, options);
    return addMonths(start, direction * months * toDouble(amount));
  };

/** A start that is no date is refused; null or missing makes the result null. */
const fromDate =
  (name: string, operator: Operator): Operator =>
  (document, argument, options) => {
    const start = isDoc(argument) ? evaluatePart(document, argument.startDate, options) : undefined;
    if (isDoc(argument) && isNil(start)) return null;
    if (isDoc(argument) && !(start instanceof Date || isObjectId(start) || isTimestamp(start)))
      throw locationError(5166403, `${name} requires startDate to be convertible to a date`);
    return operator(document, argument, options);
  };

/** mingo gives nothing for a text that is no date. */
const dateFromString: Operator = (document, argument, options) => {
  const result = (mingoExpressions.$dateFromString as unknown as Operator)(document, argument, options);
  if (result !== undefined || !isDoc(argument) || "onError" in argument) return result;
  const text = evaluatePart(document, argument.dateString, options);
  if (isNil(text)) return result ?? null;
  throw new MongoError(241, "ConversionFailure", `Error parsing date string '${String(text)}'`);
};

const UTC = /^(UTC|GMT|Z|Etc\/UTC|[+-]00(:?00)?)$/;

/** mingo counts days and months in UTC, even if a time zone is given. */
const inUtc =
  (name: string, operator: Operator): Operator =>
  (document, argument, options) => {
    const timezone = isDoc(argument) ? evaluatePart(document, argument.timezone, options) : undefined;
    if (!isNil(timezone) && !UTC.test(String(timezone)))
      throw new MongoError(238, "NotImplemented", `${name} in a time zone other than UTC is not supported by this server`);
    return operator(document, isDoc(argument) ? omit(argument, "timezone") : argument, options);
  };

export const DATE_OPERATORS: OperatorTable = {
  $dateAdd: inUtc("$dateAdd", fromDate("$dateAdd", dateShift(1, mingoExpressions.$dateAdd))),
  $dateSubtract: inUtc("$dateSubtract", fromDate("$dateSubtract", dateShift(-1, mingoExpressions.$dateSubtract))),
  $dateFromString: dateFromString,
  $dateTrunc: inUtc("$dateTrunc", mingoExpressions.$dateTrunc as unknown as Operator),
  $dateDiff: inUtc("$dateDiff", mingoExpressions.$dateDiff as unknown as Operator),
};
