import { isNil, isObjectId, isTimestamp, typeName } from "../values/bson-types.ts";
import { locationError, MongoError } from "../values/mongo-error.ts";
import { NOT_GIVEN, type Operator } from "./operator.ts";

const UTC = /^(UTC|GMT|Z|Etc\/UTC|[+-]00(:?00)?)$/;
const DEFAULT_FORMAT = "%Y-%m-%dT%H:%M:%S.%LZ";

const padded = (value: number, digits: number): string => String(value).padStart(digits, "0");

/** The parts of a format that stand for parts of a date, in UTC. */
const PARTS: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => padded(date.getUTCFullYear(), 4),
  m: (date) => padded(date.getUTCMonth() + 1, 2),
  d: (date) => padded(date.getUTCDate(), 2),
  H: (date) => padded(date.getUTCHours(), 2),
  M: (date) => padded(date.getUTCMinutes(), 2),
  S: (date) => padded(date.getUTCSeconds(), 2),
  L: (date) => padded(date.getUTCMilliseconds(), 3),
  "%": () => "%",
};

function dateOf(value: unknown): Date {
  if (value instanceof Date) return value;
  if (isObjectId(value)) return value.getTimestamp();
  if (isTimestamp(value)) return new Date((value.high >>> 0) * 1000);
  throw locationError(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

function formatted(date: Date, format: unknown): string {
  if (typeof format !== "string") throw locationError(18533, "$dateToString requires that 'format' be a string");
  return format.replaceAll(/%(.?)/gs, (_whole, name: string) => {
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!part) throw locationError(18536, `Invalid format character '%${name}' in format string`);
    return part(date);
  });
}

function refuseZone(zone: unknown): void {
  if (!UTC.test(String(zone)))
    throw new MongoError(238, "NotImplemented", "$dateToString in a time zone other than UTC is not supported by this server");
}

/** `$dateToString`, in UTC. */
export const dateToString: Operator = {
  named: { names: ["date", "format", "timezone", "onNull"], unknown: 18534, missing: [18628, null, null, null], noDocument: 18629 },
  compile:
    ([date = NOT_GIVEN, format = NOT_GIVEN, timezone = NOT_GIVEN, onNull = NOT_GIVEN]) =>
    (document) => {
      const zone = timezone === NOT_GIVEN ? "UTC" : timezone(document);
      const pattern = format === NOT_GIVEN ? DEFAULT_FORMAT : format(document);
      const value = date(document);
      if (isNil(value)) return onNull === NOT_GIVEN ? null : onNull(document);
      if (isNil(zone) || isNil(pattern)) return null;
      refuseZone(zone);
      return formatted(dateOf(value), pattern);
    },
};
