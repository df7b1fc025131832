import type { Catalogue } from "../codes.ts";

export const imageErrors = {
  "image.error.unsupported": {
    code: "VALIDATION_FAILED",
    message: "This file is not a picture that we can read. Choose a JPEG, PNG or WebP.",
  },
  "image.error.too_large": { code: "VALIDATION_FAILED", message: "This picture has too many pixels. Choose a smaller one." },
  "image.error.too_small": { code: "VALIDATION_FAILED", message: "This picture is too small. It needs at least 64 by 64 pixels." },
} as const satisfies Catalogue;
