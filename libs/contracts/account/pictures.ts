import { action } from "#libs/contract-kit/contract.ts";
import { pathId, readableText } from "../shared.ts";

/** Types of the files that become a picture. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** A square of 512 pixels, as base64; the gateway's compression leaves most below a tenth of it. */
const base64 = { type: "string", max: 1_000_000, pattern: /^[A-Za-z0-9+/]*={0,2}$/ } as const;

export const setAvatar = action({
  name: "account.setAvatar",
  class: "slow",
  summary: "Set the picture of the signed-in user from a JPEG, PNG or WebP in the body",
  http: {
    method: "PUT",
    path: "/auth/me/avatar",
    auth: "bearer",
    limit: "image_upload",
    killSwitch: "UPLOADS",
    idempotency: "never",
    upload: "picture",
  },
  params: { picture: { type: "object", props: { large: base64, small: base64 }, from: "picture" } },
  returns: { type: "object", props: { avatarUrl: { type: "string" } } },
  errors: [
    ...(["image.error.unsupported", "image.error.too_large", "image.error.too_small"] as const),
    ...(["provider.error.off", "provider.error.failed"] as const),
  ],
});

export const removeAvatar = action({
  name: "account.removeAvatar",
  summary: "Remove the picture of the signed-in user; its address is 404 at once",
  http: { method: "DELETE", path: "/auth/me/avatar", auth: "bearer" },
  params: {},
  returns: null,
  errors: [],
});

export const adminRemoveAvatar = action({
  name: "account.adminRemoveAvatar",
  summary: "Remove the picture of a user",
  http: { method: "DELETE", path: "/admin/users/{userId}/avatar", auth: "admin", permission: "users:write" },
  params: { userId: pathId, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: null,
  errors: ["error.user.not_found"],
});

export const getAvatar = action({
  name: "account.getAvatar",
  summary: "A picture of a user, in the size that the name of the file says",
  http: {
    method: "GET",
    path: "/images/avatars/{hash}/{file}",
    auth: "public",
    limit: "pages",
    etag: true,
    bytes: true,
    headers: {
      "Cache-Control": "public, max-age=31536000, s-maxage=86400, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  },
  params: {
    hash: { ...pathId },
    file: { ...pathId, description: "512.webp or 128.webp" },
  },
  returns: { type: "object", props: { contentType: { type: "string" }, base64 } },
  errors: ["error.not_found", "provider.error.off", "provider.error.failed"],
});
