import * as mingoExpressions from "mingo/operators/expression";
import { isNil, toDouble } from "../values/bson-types.ts";
import { isDoc } from "../values/document.ts";
import { evaluatePart, type Operator, type OperatorTable } from "./operator.ts";

const MONTHS_IN: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** Adds months; a day that the month does not have becomes its last one. */
function addMonths(date: Date, months: number): Date {
  const result = new Date(date);
  const day = result.getUTCDate();
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(day, lastDay));
  return result;
}

/** Months are ours where no time zone shifts the day, the rest is mingo's. */
const dateShift =
  (direction: 1 | -1, foreign: unknown): Operator =>
  (document, argument, options) => {
    const months =
      isDoc(argument) && isNil(argument.timezone) ? MONTHS_IN[String(evaluatePart(document, argument.unit, options))] : undefined;
    if (months === undefined || !isDoc(argument)) return (foreign as Operator)(document, argument, options);
    const start = evaluatePart(document, argument.startDate, options);
    const amount = evaluatePart(document, argument.amount, options);
    if (isNil(start) || isNil(amount)) return null;
    if (!(start instanceof Date)) return (foreign as Operator)(document, argument, options);
    return addMonths(start, direction * months * toDouble(amount));
  };

export const DATE_OPERATORS: OperatorTable = {
  $dateAdd: dateShift(1, mingoExpressions.$dateAdd),
  $dateSubtract: dateShift(-1, mingoExpressions.$dateSubtract),
};
