import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Avatar } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { PICTURE_TYPES, removeAvatar, setAvatar } from "#libs/contracts/account/pictures.ts";
import { api } from "../client/api.ts";
import { showOwnFrame } from "../client/own/own-frame.tsx";
import { forgetOwnReader } from "../client/own-reader.ts";
import { isRefusal } from "../client/refusal.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { FileChoice } from "../ui/file-choice.tsx";
import { FilePreview } from "../ui/file-preview.tsx";
import { useWork } from "../ui/use-work.ts";

interface OwnPictureProps {
  readonly of: { readonly displayName: string | null; readonly email: string; readonly avatarUrl: string | null };
  /** Called with the address of the new picture; null when it was removed. */
  changed(url: string | null): void;
}

/** A picture that was chosen, and the changes of the one in force. */
function usePictureWork(changed: OwnPictureProps["changed"]) {
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<TextKey | null>(null);
  const { busy, failure, run } = useWork();
  const apply = async (work: () => Promise<string | null>, done: TextKey) => {
    setState(null);
    const isDone = await run(async () => changed(await work()));
    // A refused picture is put away, so that the one in force is seen again.
    setFile(null);
    if (!isDone) return;
    setState(done);
    forgetOwnReader();
    void showOwnFrame();
  };
  return {
    ...{ file, state, busy, failure },
    choose(chosen: File | null) {
      setState(null);
      setFile(chosen);
    },
    save: (chosen: File) => apply(async () => (await api.call(setAvatar, {}, { file: chosen })).avatarUrl, "page.settings.saved"),
    remove: () => apply(() => api.call(removeAvatar).then(() => null), "page.picture.removed"),
  };
}

/** The picture of the signed-in user: chosen, looked at, then saved; or removed. */
export function OwnPicture({ of: { displayName, email, avatarUrl: url }, changed }: OwnPictureProps): VNode {
  const { t } = useReader();
  const { file, state, busy, failure, choose, save, remove } = usePictureWork(changed);
  const refusal = isRefusal(failure) && failure.status !== 401 ? failure.message : null;
  return (
    <section class="card own-picture" aria-labelledby="own-picture">
      {file ? (
        <FilePreview file={file} as="square" class="face xl" label={t("page.picture.preview")} />
      ) : (
        <Avatar url={url} name={displayName ?? email} size={96} />
      )}
      <div>
        <h2 id="own-picture">{t("page.picture.title")}</h2>
        {failure !== null && refusal === null && <ErrorNote error={failure} />}
        {file ? (
          <>
            <p>{t("page.picture.preview")}</p>
            <p class="actions">
              <Button kind="primary" busy={busy} onClick={() => void save(file)}>
                {t("page.settings.save")}
              </Button>
              <Button busy={busy} onClick={() => choose(null)}>
                {t("page.dialog.cancel")}
              </Button>
            </p>
          </>
        ) : (
          <div class="actions">
            <FileChoice
              name="picture"
              label={t("page.picture.choose")}
              hint={t("page.picture.hint")}
              types={PICTURE_TYPES}
              problem={refusal}
              busy={busy}
              onChoose={choose}
            />
            {url !== null && (
              <Button kind="quiet" busy={busy} onClick={() => void remove()}>
                {t("page.links.remove")}
              </Button>
            )}
          </div>
        )}
        <p role="status">{state && t(state)}</p>
      </div>
    </section>
  );
}
