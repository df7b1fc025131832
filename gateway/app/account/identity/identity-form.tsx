import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { saveIdentityForm } from "#libs/contracts/creator/identity-form.ts";
import { abandonKyc, submitKyc } from "#libs/contracts/creator/kyc.ts";
import type { IdentityFile } from "#libs/contracts/creator/terms.ts";
import { api } from "../../client/api.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { useWork } from "../../ui/use-work.ts";
import { IdentityFields, type WrittenIdentity } from "./identity-fields.tsx";
import { FileOfCheck } from "./identity-files.tsx";
import type { IdentityCheck } from "./own-check.ts";
import { problemsIn } from "./problems.ts";

type Form = NonNullable<NonNullable<IdentityCheck["session"]>["form"]>;

interface IdentityFormProps {
  readonly creatorId: string;
  readonly form: Form;
  changed(): void;
}

/** Fields and files of the identity check. Saving keeps a draft; submitting saves first. */
export function IdentityForm({ creatorId, form: { values, documents }, changed }: IdentityFormProps): VNode {
  const { t } = useReader();
  const [written, setWritten] = useState(() => writtenOf(values));
  const [isSaved, setSaved] = useState(false);
  const { busy, failure, run } = useWork();
  const problems = problemsIn(t, failure);
  const hasProblems = Object.keys(problems).length > 0;
  useEffect(() => {
    if (failure !== null) document.querySelector<HTMLElement>("main [aria-invalid=true]")?.focus();
  }, [failure]);

  const required: readonly IdentityFile[] =
    documents.kinds.find(({ documentKind }) => documentKind === written.documentKind)?.required ?? [];
  const files: readonly IdentityFile[] = required.length > 0 ? [...required, "SELFIE"] : [];
  const save = () => api.call(saveIdentityForm, { creatorId, ...valuesOf(written) });
  const press = (work: () => Promise<unknown>) => async (event: Event) => {
    event.preventDefault();
    setSaved(false);
    return run(work);
  };
  const saveDraft = async (event: Event) => setSaved(await press(save)(event));
  const submit = async (event: Event) => {
    const isDone = await press(async () => {
      await save();
      await api.call(submitKyc, { creatorId });
    })(event);
    if (isDone) changed();
  };
  const stop = (event: Event) => void press(() => api.call(abandonKyc, { creatorId }))(event).then(changed);

  return (
    <form class="identity-form" onSubmit={(event) => void submit(event)} noValidate>
      <IdentityFields
        written={written}
        problems={problems}
        change={(part) => {
          setSaved(false);
          setWritten((now) => ({ ...now, ...part }));
        }}
      />
      {files.map((kind) => (
        <FileOfCheck
          key={kind}
          creatorId={creatorId}
          kind={kind}
          sent={documents.files.find((file) => file.kind === kind)}
          types={documents.types}
          maxBytes={documents.maxBytes}
          missing={problems[kind] ?? null}
          changed={changed}
        />
      ))}
      {failure !== null && !hasProblems && <ErrorNote error={failure} />}
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {t("page.identity.submit")}
        </Button>
        <Button busy={busy} onClick={(event) => void saveDraft(event)}>
          {t("page.settings.save")}
        </Button>
        <Button kind="quiet" busy={busy} onClick={stop}>
          {t("page.identity.stop")}
        </Button>
        <span role="status">{isSaved && t("page.settings.saved")}</span>
      </p>
    </form>
  );
}

function writtenOf({ legalName = "", birthDate = "", country = "", address = {}, documentKind }: Form["values"]): WrittenIdentity {
  const { line1 = "", line2 = "", postalCode = "", city = "" } = address;
  return { legalName, birthDate, country, line1, line2, postalCode, city, documentKind: documentKind ?? "" };
}

/** The values that are there: an empty field is absent from a draft. */
function valuesOf({ legalName, birthDate, country, documentKind, ...address }: WrittenIdentity) {
  const given = (text: string) => text.trim() || undefined;
  return {
    ...{ legalName: given(legalName), birthDate: given(birthDate), country: given(country) },
    address: {
      ...{ line1: given(address.line1), line2: given(address.line2) },
      ...{ postalCode: given(address.postalCode), city: given(address.city) },
    },
    documentKind: documentKind === "" ? undefined : documentKind,
  };
}
