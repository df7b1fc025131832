import type { CardRow } from "../data/discovery.store.ts";
import { acceptsMessages } from "../domain/public-page.ts";

/** A creator in a discovery list (spec 2.9). */
export function creatorCardView({ _id, userId, username, displayName, avatarUrl, level, totalFollowers, ...settings }: CardRow) {
  return {
    id: _id,
    userId,
    username: username ?? "",
    displayName: displayName || username || "",
    avatarUrl: avatarUrl ?? "",
    level,
    dmActive: acceptsMessages(settings),
    totalFollowers,
  };
}
