import type { HTMLAttributes, VNode } from "preact";
import { addressAsTyped } from "#gateway/ui/creator/link-address.ts";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import { KINDS, type Link, linkName, type Way } from "../client/links.ts";
import { controlId } from "./link-order.ts";

interface LinkRowProps {
  readonly link: Link;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Pointer handlers of the drag handle. */
  readonly grip: HTMLAttributes<HTMLSpanElement>;
  move(way: Way): void;
  /** On or off. */
  turn(enabled: boolean): void;
  edit(): void;
  remove(): void;
}

/** A link with its visibility, its schedule and its actions. */
export function LinkRow({ link, isFirst, isLast, grip, move, turn, edit, remove }: LinkRowProps): VNode {
  const { t, formats } = useReader();
  const { id, kind, title, url, enabled, clicks } = link;
  const name = linkName(link, t);
  return (
    <div class="link-row" data-id={id}>
      <span class="grip" aria-hidden="true" {...grip}>
        ⠿
      </span>
      <div class="text">
        <span class="name" dir="auto">
          {name}
        </span>
        {url !== null && title !== null && (
          <span class="preview" dir="ltr">
            {addressAsTyped(url)}
          </span>
        )}
        <span class="hint">
          <LinkState link={link} />
          {KINDS[kind].address !== null && ` · ${t("page.links.clicks", { clicks: formats.number(clicks) })}`}
        </span>
      </div>
      <p class="actions">
        <Button
          id={controlId("up", id)}
          label={t("page.links.up", { title: name })}
          blocked={isFirst ? t("page.links.isFirst") : null}
          isQuiet
          onClick={() => move("up")}
        >
          <span aria-hidden="true">↑</span>
        </Button>
        <Button
          id={controlId("down", id)}
          label={t("page.links.down", { title: name })}
          blocked={isLast ? t("page.links.isLast") : null}
          isQuiet
          onClick={() => move("down")}
        >
          <span aria-hidden="true">↓</span>
        </Button>
        <label class="option">
          <input
            type="checkbox"
            checked={enabled}
            aria-label={`${t("page.links.visible")}: ${name}`}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
          {t("page.links.visible")}
        </label>
        <Button kind="quiet" label={`${t("page.links.edit")}: ${name}`} onClick={edit}>
          {t("page.links.edit")}
        </Button>
        <Button kind="quiet" label={`${t("page.links.remove")}: ${name}`} onClick={remove}>
          {t("page.links.remove")}
        </Button>
      </p>
    </div>
  );
}

/** Whether visitors see the link now, and until or from when. */
function LinkState({ link: { enabled, startsAt, endsAt } }: { readonly link: Link }): VNode {
  const { t, now } = useReader();
  if (!enabled) return <Badge kind="neutral">{t("page.links.off")}</Badge>;
  if (endsAt !== null && Date.parse(endsAt) <= now()) {
    return (
      <Badge kind="neutral">
        <Sentence of="page.links.ended" parts={{ time: <Time at={endsAt} /> }} />
      </Badge>
    );
  }
  if (startsAt !== null && Date.parse(startsAt) > now()) {
    return (
      <Badge kind="warn">
        <Sentence of="page.links.starts" parts={{ time: <Time at={startsAt} /> }} />
      </Badge>
    );
  }
  return (
    <Badge kind="good">
      {endsAt === null ? t("page.links.visible") : <Sentence of="page.links.ends" parts={{ time: <Time at={endsAt} /> }} />}
    </Badge>
  );
}
