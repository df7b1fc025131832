/** Packets up to this size cannot be nested deeply enough to exhaust the stack when they are serialized again. */
const SHALLOW_BYTES = 4_096;
const MAX_DEPTH = 256;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether the arrays and objects of a JSON text are nested more deeply than any that the platform sends. */
export function isTooDeep(json: Buffer): boolean {
  if (json.length <= SHALLOW_BYTES) return false;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText && OPENING.has(byte)) depth += 1;
    else if (!isText && CLOSING.has(byte)) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

type Check = (value: unknown) => boolean;

const isAbsent: Check = (value) => value === undefined || value === null;
const isText: Check = (value) => isAbsent(value) || typeof value === "string";
const isNumber: Check = (value) => isAbsent(value) || typeof value === "number";
const isObject: Check = (value) => isAbsent(value) || (typeof value === "object" && !Array.isArray(value));

/** The fields of a packet that Moleculer uses unchecked, with their allowed values. The sender is compared with the subject elsewhere. */
const FIELDS: Readonly<Record<string, Check>> = {
  id: isText,
  action: isText,
  event: isText,
  requestID: isText,
  parentID: isText,
  caller: isText,
  instanceID: isText,
  groups: (value) => isAbsent(value) || (Array.isArray(value) && value.every((group) => typeof group === "string")),
  meta: isObject,
  level: isNumber,
  time: isNumber,
  arrived: isNumber,
  timeout: (value) => isAbsent(value) || (typeof value === "number" && value >= 0 && value <= MAX_TIMEOUT_MS),
};
/** Packet kinds that Moleculer may stream. We send none; an unread stream error would crash the process. */
const STREAMABLE: ReadonlySet<string> = new Set(["REQ", "RES"]);

/** Whether a packet has the form of a packet of Moleculer. Its contents are checked elsewhere. */
export function isWellFormed(kind: string, packet: object): boolean {
  const fields = packet as Readonly<Record<string, unknown>>;
  if (STREAMABLE.has(kind) && (fields.stream || !isAbsent(fields.seq))) return false;
  return Object.entries(FIELDS).every(([name, isAllowed]) => isAllowed(fields[name]));
}
