import type { VNode } from "preact";
import { useReader } from "../parts/reader.tsx";
import { Avatar } from "../parts/values.tsx";

export interface CardProps {
  readonly username: string;
  readonly displayName: string | null;
  /** Absent where the interface does not say it. */
  readonly totalFollowers?: number;
}

/** A creator in a list. */
function CreatorCard({ username, displayName, totalFollowers }: CardProps): VNode {
  const { t } = useReader();
  const name = displayName ?? username;
  return (
    <a class="link-card" href={`/${username}`}>
      <Avatar url={null} name={name} size={40} />
      <span>
        <bdi>{name}</bdi>
        <span class="muted">
          <bdi dir="ltr">@{username}</bdi>
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
