import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Avatar } from "#gateway/ui/parts/values.tsx";

export interface CardProps {
  readonly username: string;
  readonly displayName: string | null;
  /** Empty or null: no picture. */
  readonly avatarUrl: string | null;
  /** The price of a message, in words; absent where the API does not report it. */
  readonly offer?: string | undefined;
  /** Absent where the API does not report it. */
  readonly totalFollowers?: number;
}

/** A creator in a list. */
function CreatorCard({ username, displayName, avatarUrl, offer, totalFollowers }: CardProps): VNode {
  const { t } = useReader();
  const name = displayName ?? username;
  return (
    <a class="link-card" href={`/${username}`}>
      <Avatar url={avatarUrl} name={name} size={40} />
      <span>
        <bdi>{name}</bdi>
        <span class="muted">
          <bdi dir="ltr">@{username}</bdi>
          {offer !== undefined && <> · {offer}</>}
          {totalFollowers !== undefined && <> · {t("page.discover.followers", { count: totalFollowers })}</>}
        </span>
      </span>
    </a>
  );
}

export function CreatorCards({ creators, label }: { readonly creators: readonly CardProps[]; readonly label: string }): VNode {
  return (
    <ul class="cards" aria-label={label}>
      {creators.map((creator) => (
        <li key={creator.username}>
          <CreatorCard {...creator} />
        </li>
      ))}
    </ul>
  );
}
