type Data = string | number | readonly Data[] | { readonly [key: string]: Data };

const SEPARATOR = Buffer.alloc(16);
const METADATA_MARK = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);
const TYPES = { string: 2, uint32: 6, map: 7, array: 11 } as const;

/** A GeoIP database in MaxMind's format with one record for the lower half of all IPv4 addresses and none for the upper half. */
export function mmdbFile(record: Data): Buffer {
  const nodes = 1;
  const found = nodes + SEPARATOR.length;
  const tree = Buffer.concat([uint24(found), uint24(nodes)]);
  const metadata = {
    node_count: nodes,
    record_size: 24,
    ip_version: 4,
    database_type: "Test",
    languages: ["en"],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    description: { en: "test" },
  };
  return Buffer.concat([tree, SEPARATOR, encode(record), METADATA_MARK, encode(metadata)]);
}

function uint24(value: number): Buffer {
  return Buffer.from([value >> 16, (value >> 8) & 0xff, value & 0xff]);
}

function encode(data: Data): Buffer {
  if (typeof data === "string") {
    const text = Buffer.from(data);
    return Buffer.concat([control("string", text.length), text]);
  }
  if (typeof data === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(data);
    return Buffer.concat([control("uint32", 4), bytes]);
  }
  if (Array.isArray(data)) return Buffer.concat([control("array", data.length), ...data.map(encode)]);
  const entries = Object.entries(data as { readonly [key: string]: Data });
  return Buffer.concat([control("map", entries.length), ...entries.flatMap(([key, value]) => [encode(key), encode(value)])]);
}

/** Sizes below 29 only. Types above seven are written as a zero and a second byte. */
function control(type: keyof typeof TYPES, size: number): Buffer {
  const code = TYPES[type];
  return code > 7 ? Buffer.from([size, code - 7]) : Buffer.from([(code << 5) | size]);
}
