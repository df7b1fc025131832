import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Toast } from "#gateway/ui/parts/toast.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { addLink, removeLink, updateLink } from "#libs/contracts/creator/link.ts";
import { api } from "../client/api.ts";
import { type Link, type LinkFields, linkName } from "../client/links.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { useWork } from "../ui/use-work.ts";
import { useArranging } from "./arrange-links.ts";
import { LinkForm } from "./link-form.tsx";
import { LinkRow } from "./link-row.tsx";

interface EditLinksProps {
  readonly creatorId: string;
  readonly before: readonly Link[];
  /** Called when the page has changed. */
  changed(): void;
}

/** The links of a page, in their order. Changes are public at once. */
export function EditLinks({ creatorId, before, changed }: EditLinksProps): VNode {
  const { t } = useReader();
  const [links, setLinks] = useState(before);
  const [edited, setEdited] = useState<Link["id"] | "new" | null>(null);
  const [removed, setRemoved] = useState<Link | null>(null);
  const { busy, failure, run } = useWork();
  const { change, add, remove } = changesOf(creatorId, setLinks, changed);
  const arranging = useArranging(creatorId, links, setLinks, changed);
  const close = () => setEdited(null);
  const problem = failure ?? arranging.failure;

  return (
    <section aria-labelledby="links">
      <h2 id="links">{t("page.creator.links")}</h2>
      {links.length === 0 && <Empty>{t("page.links.none")}</Empty>}
      {links.length > 0 && (
        <ol class="list" aria-labelledby="links">
          {links.map((link, index) => (
            <li key={link.id} draggable={edited === null} {...arranging.drag(link, index)}>
              {edited === link.id ? (
                <LinkForm link={link} save={({ kind: _, ...fields }) => change(link, fields)} close={close} />
              ) : (
                <LinkRow
                  link={link}
                  isFirst={index === 0}
                  isLast={index === links.length - 1}
                  grip={arranging.grip(link, index)}
                  move={(way) => arranging.move(link, way)}
                  turn={(enabled) => void run(() => change(link, { enabled }))}
                  edit={() => setEdited(link.id)}
                  remove={() => setRemoved(link)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      <Toast done={arranging.done} close={arranging.close} />
      {problem !== null && <ErrorNote error={problem} />}
      {edited === "new" ? (
        <LinkForm link={null} save={add} close={close} />
      ) : (
        <p class="actions">
          <Button onClick={() => setEdited("new")}>{t("page.links.add")}</Button>
        </p>
      )}
      {removed && (
        <RemoveLink
          link={removed}
          busy={busy}
          remove={() => void run(() => remove(removed)).then(() => setRemoved(null))}
          close={() => setRemoved(null)}
        />
      )}
    </section>
  );
}

/** API calls about links. The page then shows the stored state. */
function changesOf(creatorId: string, show: (change: (now: readonly Link[]) => readonly Link[]) => void, changed: () => void) {
  return {
    async change({ id }: Link, fields: Partial<LinkFields> & { readonly enabled?: boolean }) {
      const after = await api.call(updateLink, { creatorId, linkId: id, ...fields });
      show((now) => now.map((each) => (each.id === id ? after : each)));
      changed();
    },
    async add(body: LinkFields & Pick<Link, "kind">) {
      const link = await api.call(addLink, { creatorId, ...body });
      show((now) => [...now, link]);
      changed();
    },
    async remove({ id }: Link) {
      await api.call(removeLink, { creatorId, linkId: id });
      show((now) => now.filter((link) => link.id !== id));
      changed();
    },
  };
}

interface RemoveLinkProps {
  readonly link: Link;
  readonly busy: boolean;
  remove(): void;
  close(): void;
}

function RemoveLink({ link, busy, remove, close }: RemoveLinkProps): VNode {
  const { t } = useReader();
  return (
    <Dialog title={t("page.links.remove")} onClose={close}>
      <p>
        <Name>{linkName(link, t)}</Name>
      </p>
      <p class="actions">
        <Button kind="danger" busy={busy} onClick={remove}>
          {t("page.links.remove")}
        </Button>
        <Button onClick={close}>{t("page.dialog.cancel")}</Button>
      </p>
    </Dialog>
  );
}
