import { isBinary, isNil, isNumeric, TYPE_BY_CODE, toDouble, typeName } from "../values/bson-types.ts";
import { isDoc } from "../values/document.ts";
import { failedToParse } from "../values/mongo-error.ts";
import { convertValue } from "./convert-value.ts";
import { evaluatePart, type Operator, type OperatorTable, onArguments, onPresent } from "./operator.ts";

const convert: Operator = (document, argument, options) => {
  if (!isDoc(argument)) throw failedToParse(`$convert expects an object of named arguments but found: ${typeName(argument)}`);
  const evaluate = (part: unknown) => evaluatePart(document, part, options);
  const value = evaluate(argument.input);
  if (isNil(value)) return "onNull" in argument ? evaluate(argument.onNull) : null;
  const to = evaluate(argument.to);
  const type = isDoc(to) ? to.type : to;
  try {
    return convertValue(value, isNumeric(type) ? (TYPE_BY_CODE[String(toDouble(type))] ?? String(type)) : String(type));
  } catch (error) {
    if ("onError" in argument) return evaluate(argument.onError);
    throw error;
  }
};

const to = (target: string): Operator => onPresent((value) => convertValue(value, target));

export const CONVERSION_OPERATORS: OperatorTable = {
  $convert: convert,
  $toString: to("string"),
  $toObjectId: to("objectId"),
  $toInt: to("int"),
  $toLong: to("long"),
  $toDouble: to("double"),
  $toDecimal: to("decimal"),
  $toBool: to("bool"),
  $toDate: to("date"),
  $toUUID: to("uuid"),
  $type: (document, argument, options) =>
    typeName(evaluatePart(document, Array.isArray(argument) && argument.length === 1 ? argument[0] : argument, options)),
  $isNumber: onArguments(isNumeric),
  $binarySize: onPresent((value) => (typeof value === "string" ? Buffer.byteLength(value) : isBinary(value) ? value.length() : null)),
};
