import type { ComponentChildren, VNode } from "preact";
import { MessageState, moneyOf, type Role, type StatedMessage } from "./message-state.tsx";
import { useReader } from "./reader.tsx";
import { Ring, TONES } from "./ring.tsx";
import { useMinute } from "./use-minute.ts";
import { Avatar } from "./values.tsx";

interface NoteProps {
  readonly message: StatedMessage;
  readonly role: Role;
  /** Accessible name. */
  readonly label: string;
  /** The message is the reader's own, so it stands at the end of the line. */
  readonly isOwn?: boolean;
  /** Further parts of the stub: links to documents. */
  readonly end?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A message with its money: the words, and a stub with ring, amount and state. */
export function Note({ message, role, label, isOwn = false, end, children }: NoteProps): VNode {
  useMinute();
  const { now } = useReader();
  const money = moneyOf(message, now());
  return (
    <article class={`note ${money ? TONES[money.state] : ""} ${isOwn ? "own" : "theirs"}`} aria-label={label}>
      <div class="says">{children}</div>
      <Stub message={message} role={role} end={end} />
    </article>
  );
}

/** Ring, amount and state of a message. It takes the tone of the note around it. */
function Stub({ message, role, end }: Pick<NoteProps, "message" | "role" | "end">): VNode {
  const { now } = useReader();
  const money = moneyOf(message, now());
  const isOpen = money?.share !== undefined;
  return (
    <div class={isOpen ? "stub" : "stub settled"}>
      {money && <Ring {...money} />}
      <div class="grow">
        <MessageState message={message} role={role} />
      </div>
      {end}
    </div>
  );
}

interface TimedFaceProps {
  readonly url: string | null;
  readonly name: string;
  /** The message that waits for an answer, or the last one; absent: no ring. */
  readonly message?: StatedMessage | undefined;
}

/** A face in the ring of the message. The words beside it say the same. */
export function TimedFace({ url, name, message }: TimedFaceProps): VNode {
  useMinute();
  const { now } = useReader();
  const money = message && moneyOf(message, now());
  if (!money) return <Avatar url={url} name={name} size={40} />;
  return (
    <span class={`timed ${TONES[money.state]}`}>
      <Avatar url={url} name={name} size={40} />
      <Ring {...money} isBare />
    </span>
  );
}
