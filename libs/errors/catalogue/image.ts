import type { Catalogue } from "../codes.ts";

export const imageErrors = {
  "image.error.unsupported": {
    code: "VALIDATION_FAILED",
    message: "This file is not a picture that we can read. Choose a JPEG, PNG or WebP.",
  },
  "image.error.too_large": { code: "VALIDATION_FAILED", message: "This picture has too many pixels. Choose a smaller one." },
  "image.error.too_small": { code: "VALIDATION_FAILED", message: "This picture is too small. It needs at least 64 by 64 pixels." },
  "document.error.unsupported": {
    code: "VALIDATION_FAILED",
    message: "This file is neither a picture nor a PDF that we can read. Choose a JPEG, PNG, WebP or PDF.",
  },
  "document.error.unsafe": {
    code: "VALIDATION_FAILED",
    message: "This PDF is protected, or it holds scripts, files or old encodings. Save it anew, or send a picture.",
  },
  "document.error.too_long": { code: "VALIDATION_FAILED", message: "This PDF has too many pages. It may have 20." },
} as const satisfies Catalogue;
