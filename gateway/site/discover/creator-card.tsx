import type { VNode } from "preact";
import { Answers } from "#gateway/ui/creator/answers.tsx";
import { offerOf } from "#gateway/ui/creator/offer.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Cover } from "#gateway/ui/parts/rosette.tsx";
import { Avatar } from "#gateway/ui/parts/values.tsx";
import { templateOf } from "#gateway/ui/templates.ts";
import type { PublicBio } from "#libs/contracts/creator/index.ts";

export interface CardProps {
  readonly username: string;
  readonly displayName: string | null;
  /** Empty or null: no picture. */
  readonly avatarUrl: string | null;
  /** False during a vacation. */
  readonly dmActive: boolean;
  readonly facts?: Pick<PublicBio, "headline" | "answers" | "dmType" | "price" | "currency" | "templateId"> | undefined;
  /** Absent where the API does not report it. */
  readonly vacation?: PublicBio["vacation"];
}

/** A creator in a list: who it is, what an answer costs, and how sure it is. */
function CreatorCard({ username, displayName, avatarUrl, dmActive, facts, vacation = null }: CardProps): VNode {
  const reader = useReader();
  const name = displayName ?? username;
  const offer = facts && offerOf({ ...facts, dmActive, vacation }, reader);
  return (
    <a class="creator-card card" href={`/${username}`}>
      <Cover username={username} template={templateOf(facts?.templateId ?? null)} />
      <Avatar url={avatarUrl} name={name} size={40} />
      <span class="who">
        <bdi class="name">{name}</bdi>
        <bdi class="muted" dir="ltr">
          @{username}
        </bdi>
      </span>
      {facts?.headline && (
        <span class="headline" dir="auto">
          {facts.headline}
        </span>
      )}
      <span class="terms">
        <Answers answers={facts?.answers ?? null} about={reader} />
        {offer && <strong>{offer.text}</strong>}
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
