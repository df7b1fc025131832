import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { saveIdentityForm } from "#libs/contracts/creator/identity-form.ts";
import { abandonKyc, submitKyc } from "#libs/contracts/creator/kyc.ts";
import type { IdentityFile } from "#libs/contracts/creator/terms.ts";
import { api } from "../../client/api.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { IdentityFields, type WrittenIdentity } from "./identity-fields.tsx";
import { FileOfCheck } from "./identity-files.tsx";
import type { IdentityCheck } from "./own-check.ts";

type StoredForm = NonNullable<NonNullable<IdentityCheck["session"]>["form"]>;

interface IdentityFormProps {
  readonly creatorId: string;
  readonly stored: StoredForm;
  changed(): void;
}

/** Fields and files of the identity check. Saving keeps a draft; submitting saves first. */
export function IdentityForm({ creatorId, stored: { values, documents }, changed }: IdentityFormProps): VNode {
  const { t } = useReader();
  const [written, setWritten] = useState(() => writtenOf(values));
  const [isSaved, setSaved] = useState(false);
  const form = useForm();
  const required: readonly IdentityFile[] =
    documents.kinds.find(({ documentKind }) => documentKind === written.documentKind)?.required ?? [];
  const files: readonly IdentityFile[] = required.length > 0 ? [...required, "SELFIE"] : [];
  const save = () => api.call(saveIdentityForm, { creatorId, ...valuesOf(written) });
  const press = (work: () => Promise<unknown>) => {
    setSaved(false);
    return form.run(work);
  };
  const saveDraft = async () => setSaved(await press(save));
  const submit = async () => {
    const isDone = await press(async () => {
      await save();
      await api.call(submitKyc, { creatorId });
    });
    if (!isDone) return;
    changed();
    // The form was longer than the window: its end is now empty, and the new state stands at the top.
    document.querySelector<HTMLElement>("#main h1[tabindex]")?.focus();
  };
  const stop = () => void press(() => api.call(abandonKyc, { creatorId })).then(changed);

  return (
    <Form form={form} isGuarded class="identity-form" onSend={submit}>
      <IdentityFields
        written={written}
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
          changed={changed}
        />
      ))}
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.identity.submit")}
        </Button>
        <Button busy={form.busy} onClick={() => void saveDraft()}>
          {t("page.settings.save")}
        </Button>
        <Button kind="quiet" busy={form.busy} onClick={stop}>
          {t("page.identity.stop")}
        </Button>
        <span role="status">{isSaved && t("page.settings.saved")}</span>
      </p>
    </Form>
  );
}

function writtenOf({ legalName = "", birthDate = "", country = "", address = {}, documentKind }: StoredForm["values"]): WrittenIdentity {
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
