import type { ConfigKeyEntry } from "../key.ts";

export const imageKeys = {
  "images.max_bytes": {
    category: "upload",
    type: "number",
    default: 8_388_608,
    min: 65_536,
    max: 16_777_216,
    integer: true,
    description: "Largest picture that a person may upload, in bytes",
  },
  "images.max_pixels": {
    category: "upload",
    type: "number",
    default: 24_000_000,
    min: 1_000_000,
    max: 100_000_000,
    integer: true,
    description: "Pixels of the largest picture that is decoded, width times height",
  },
  "images.max_document_bytes": {
    category: "upload",
    type: "number",
    default: 10_485_760,
    min: 65_536,
    max: 16_777_216,
    integer: true,
    description: "Largest file of an identity check, in bytes",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
