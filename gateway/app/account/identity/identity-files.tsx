import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { addIdentityFile, removeIdentityFile } from "#libs/contracts/creator/identity-form.ts";
import type { IdentityFile } from "#libs/contracts/creator/terms.ts";
import { api } from "../../client/api.ts";
import { isRefusal } from "../../client/refusal.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { FileChoice } from "../../ui/file-choice.tsx";
import { FilePreview } from "../../ui/file-preview.tsx";
import { FILE_TEXTS } from "../../ui/identity-texts.ts";
import { useWork } from "../../ui/use-work.ts";

const MEGABYTE = 1_024 * 1_024;

export interface SentFile {
  readonly documentId: string;
  readonly kind: IdentityFile;
}

interface FileOfCheckProps {
  readonly creatorId: string;
  readonly kind: IdentityFile;
  /** The file that was sent; absent: none. */
  readonly sent: SentFile | undefined;
  readonly types: readonly string[];
  readonly maxBytes: number;
  changed(): void;
}

/** A file of the identity check: chosen, sent, seen, replaced and removed. What was sent before is not shown again. */
export function FileOfCheck({ creatorId, kind, sent, types, maxBytes, changed }: FileOfCheckProps): VNode {
  const { t } = useReader();
  const [file, setFile] = useState<File | null>(null);
  const { busy, failure, run } = useWork();
  const refusal = isRefusal(failure) && failure.status !== 401 ? failure.message : null;

  const send = async (chosen: File) => {
    const isSent = await run(() => api.call(addIdentityFile, { creatorId }, { file: chosen, headers: { "X-File-Kind": kind } }));
    if (!isSent) return;
    setFile(chosen);
    changed();
  };
  const remove = async ({ documentId }: SentFile) => {
    await run(() => api.call(removeIdentityFile, { creatorId, documentId }));
    setFile(null);
    changed();
  };
  return (
    <fieldset class="identity-file">
      <legend>{t(FILE_TEXTS[kind])}</legend>
      {failure !== null && refusal === null && <ErrorNote error={failure} />}
      {sent && (
        <div class="actions">
          {file && (
            <FilePreview
              file={file}
              as="whole"
              class="file-preview"
              label={t(FILE_TEXTS[kind])}
              children={<span class="file-preview">PDF</span>}
            />
          )}
          <Badge kind="good">{t("page.identity.sent")}</Badge>
          <Button kind="quiet" busy={busy} onClick={() => void remove(sent)}>
            {t("page.links.remove")}
          </Button>
        </div>
      )}
      <FileChoice
        name={kind}
        label={t(sent ? "page.identity.replaceFile" : "page.identity.chooseFile")}
        hint={t("page.identity.fileHint", { size: String(Math.floor(maxBytes / MEGABYTE)) })}
        types={types}
        problem={refusal}
        busy={busy}
        onChoose={(chosen) => void send(chosen)}
      />
    </fieldset>
  );
}
