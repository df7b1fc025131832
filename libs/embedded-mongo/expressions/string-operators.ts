import { toRegExp } from "../matcher/regex.ts";
import { isNil, typeName } from "../values/bson-types.ts";
import { isDoc } from "../values/document.ts";
import { locationError } from "../values/mongo-error.ts";
import { evaluatePart, notSupported, type Operator, type OperatorTable, onArguments, onPresent } from "./operator.ts";

const textOf = (value: unknown): string => (isNil(value) ? "" : value instanceof Date ? value.toISOString() : String(value));

const regexMatch: Operator = (document, argument, options) => {
  if (!isDoc(argument)) throw locationError(51103, `$regexMatch expects an object of named arguments but found: ${typeName(argument)}`);
  const input = evaluatePart(document, argument.input, options);
  const pattern = evaluatePart(document, argument.regex, options);
  if (isNil(input) || isNil(pattern)) return false;
  if (typeof input !== "string") throw locationError(51104, "$regexMatch needs 'input' to be of type string");
  return toRegExp(pattern, argument.options).test(input);
};

/** Functions never come over the wire; mingo's window stages use the operator for their own ones. */
const callFunction: Operator = (document, argument, options) => {
  if (!isDoc(argument) || typeof argument.body !== "function") throw notSupported("$function");
  const values = evaluatePart(document, argument.args, options);
  return Reflect.apply(argument.body, null, Array.isArray(values) ? values : [values]);
};

export const STRING_OPERATORS: OperatorTable = {
  $concat: onPresent((...parts) => {
    for (const part of parts)
      if (typeof part !== "string") throw locationError(16702, `$concat only supports strings, not ${typeName(part)}`);
    return parts.join("");
  }),
  $toLower: onArguments((value) => textOf(value).toLowerCase()),
  $toUpper: onArguments((value) => textOf(value).toUpperCase()),
  $regexMatch: regexMatch,
  $function: callFunction,
  $meta: () => null,
};
