import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { getIdentityCheck, getIdentityFile } from "#libs/contracts/creator/identity-review.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { FilePreview } from "../../ui/file-preview.tsx";
import { DOCUMENT_TEXTS, FILE_TEXTS } from "../../ui/identity-texts.ts";
import { useWork } from "../../ui/use-work.ts";
import { staffApi } from "../staff-session.ts";

type Check = Awaited<ReturnType<typeof checkOf>>;
type SentFile = Check["documents"][number];

/** What a creator has filled in and sent. The audit log records the look. */
export const checkOf = (creatorId: string) => staffApi.call(getIdentityCheck, { creatorId });

interface CheckContentProps {
  readonly check: Check;
  /** @param unread files that were not opened yet */
  follow(unread: number): void;
}

/** The fields and the files of an identity check. A file is asked for by a press alone. */
export function CheckContent({ check, follow }: CheckContentProps): VNode {
  const { t, formats, locale } = useReader();
  const opened = useRef(new Set<string>()).current;
  const open = (documentId: string) => follow(check.documents.length - opened.add(documentId).size);
  useEffect(() => follow(check.documents.length - opened.size), []);
  const { legalName, birthDate, country, address, documentKind } = check.values;
  const lines = [address?.line1, address?.line2, [address?.postalCode, address?.city].filter(Boolean).join(" ")];
  const place = lines.filter(Boolean).join(", ");
  const fields = [
    ["page.identity.legalName", legalName],
    ["page.identity.birthDate", birthDate && formats.day(birthDate)],
    ["page.identity.country", country && new Intl.DisplayNames(locale, { type: "region" }).of(country)],
    ["page.staffPeople.address", place],
    ["page.identity.kind", documentKind && t(DOCUMENT_TEXTS[documentKind])],
  ] as const;
  return (
    <>
      <p class="hint">{t("page.staffPeople.recorded")}</p>
      <Facts of={fields.map(([name, value]) => [t(name), value ? <Name key={name}>{value}</Name> : "–"])} />
      {check.documents.length === 0 && <p>{t("page.staffPeople.nothing")}</p>}
      <ul class="list">
        {check.documents.map((file) => (
          <FileRow key={file.documentId} creatorId={check.creatorId} file={file} opened={open} />
        ))}
      </ul>
    </>
  );
}

interface FileRowProps {
  readonly creatorId: string;
  readonly file: SentFile;
  opened(documentId: string): void;
}

/** Pixels of the longer side of a picture, so that small print can be read. */
const SIDE = 1_600;

/** A picture is drawn below its row, and leaves the page with its case; a PDF is downloaded. */
function FileRow({ creatorId, file: { documentId, kind, contentType }, opened }: FileRowProps): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const [picture, setPicture] = useState<Blob | null>(null);
  const name = t(FILE_TEXTS[kind]);
  const place = useRef<HTMLSpanElement>(null);
  const show = async () => {
    setPicture(await staffApi.blob(getIdentityFile, { creatorId, documentId }));
    opened(documentId);
  };
  // The button that had the focus is gone.
  useEffect(() => {
    if (picture !== null) place.current?.focus({ preventScroll: true });
  }, [picture]);
  const address = `/api/v1${getIdentityFile.http.path.replace("{creatorId}", creatorId).replace("{documentId}", documentId)}`;
  const open =
    contentType === "application/pdf" ? (
      <a
        href={address}
        download={`${kind.toLowerCase()}.pdf`}
        aria-label={`${t("page.privacy.download")}: ${name}`}
        onClick={() => opened(documentId)}
      >
        {t("page.privacy.download")}
      </a>
    ) : (
      picture === null && (
        <Button busy={busy} label={`${t("page.staffPeople.show")}: ${name}`} onClick={() => void run(show)}>
          {t("page.staffPeople.show")}
        </Button>
      )
    );
  return (
    <Row id={documentId} href={null} end={open}>
      <span ref={place} tabIndex={-1}>
        {name}
      </span>
      {failure !== null && <ErrorNote error={failure} />}
      {picture && <FilePreview file={picture} as="whole" side={SIDE} class="document" label={name} />}
    </Row>
  );
}
