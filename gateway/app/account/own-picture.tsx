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
  readonly name: string;
  readonly url: string | null;
  /** Called with the address of the new picture; null when it was removed. */
  changed(url: string | null): void;
}

/** The picture of the signed-in user: chosen, looked at, then saved; or removed. */
export function OwnPicture({ name, url, changed }: OwnPictureProps): VNode {
  const { t } = useReader();
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<TextKey | null>(null);
  const { busy, failure, run } = useWork();
  const refusal = isRefusal(failure) && failure.status !== 401 ? failure.message : null;

  const apply = (work: () => Promise<string | null>, done: TextKey) => async () => {
    setState(null);
    const isDone = await run(async () => changed(await work()));
    // A refused picture is put away, so that the one in force is seen again.
    setFile(null);
    if (!isDone) return;
    setState(done);
    forgetOwnReader();
    void showOwnFrame();
  };
  const save = (chosen: File) => apply(async () => (await api.call(setAvatar, {}, { file: chosen })).avatarUrl, "page.settings.saved");
  const remove = apply(() => api.call(removeAvatar).then(() => null), "page.picture.removed");

  return (
    <section class="card own-picture" aria-labelledby="own-picture">
      {file ? (
        <FilePreview file={file} as="square" class="face xl" label={t("page.picture.preview")} />
      ) : (
        <Avatar url={url} name={name} size={96} />
      )}
      <div>
        <h2 id="own-picture">{t("page.picture.title")}</h2>
        {failure !== null && refusal === null && <ErrorNote error={failure} />}
        {file ? (
          <>
            <p>{t("page.picture.preview")}</p>
            <p class="actions">
              <Button kind="primary" busy={busy} onClick={() => void save(file)()}>
                {t("page.settings.save")}
              </Button>
              <Button disabled={busy} onClick={() => setFile(null)}>
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
              onChoose={(chosen) => {
                setState(null);
                setFile(chosen);
              }}
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
