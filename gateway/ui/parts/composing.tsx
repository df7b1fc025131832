import type { ComponentChildren, VNode } from "preact";
import type { ComposeTerms } from "../compose-terms.ts";
import { Sentence } from "./sentence.tsx";
import { Avatar, Name } from "./values.tsx";

interface ComposingProps {
  readonly to: Pick<ComposeTerms, "username" | "name" | "avatarUrl">;
  readonly children: ComponentChildren;
}

/**
 * The receiver of a message, with the form or its placeholder below. Server and script render it alike, so that nothing moves while
 * loading.
 */
export function Composing({ to: { username, name, avatarUrl }, children }: ComposingProps): VNode {
  return (
    <div class="composing">
      <p class="person">
        <Avatar url={avatarUrl} name={name} size={32} />
        <a href={`/${username}`}>
          <Name>{name}</Name>
        </a>
      </p>
      <h1 tabIndex={-1}>
        <Sentence of="page.compose.title" parts={{ name: <Name>{name}</Name> }} />
      </h1>
      {children}
    </div>
  );
}
