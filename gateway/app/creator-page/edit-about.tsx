import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice, Field, TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { TEMPLATE_NAMES, type Template, templateOf } from "#gateway/ui/templates.ts";
import type { TextKey } from "#gateway/ui/texts.ts";
import { updateBioPage } from "#libs/contracts/creator/bio.ts";
import { updateMyProfile } from "#libs/contracts/creator/profile.ts";
import { api } from "../client/api.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import type { OwnProfile } from "../ui/message-terms.tsx";

const LOOKS: Readonly<Record<Template, TextKey>> = {
  paper: "page.editor.paper",
  night: "page.editor.night",
  sand: "page.editor.sand",
  ink: "page.editor.ink",
  sea: "page.editor.sea",
  rose: "page.editor.rose",
};

interface EditAboutProps {
  readonly profile: Pick<OwnProfile, "id" | "headline">;
  readonly page: {
    readonly bio: string;
    readonly templateId: string | null;
    readonly published: boolean;
    readonly embedEnabled: boolean;
  };
  changed(): void;
}

/** Headline, bio, design and visibility of the page. */
export function EditAbout({ profile: { id, headline: before }, page, changed }: EditAboutProps): VNode {
  const { t } = useReader();
  const [headline, setHeadline] = useState(before ?? "");
  const [{ bio, templateId, published, embedEnabled }, setPage] = useState(page);
  const [isSaved, setSaved] = useState(false);
  const form = useForm();
  const change = (part: Partial<EditAboutProps["page"]>) => setPage((now) => ({ ...now, ...part }));

  const save = async () => {
    setSaved(false);
    const isDone = await form.run(async () => {
      await api.call(updateMyProfile, { headline: headline.trim() || null });
      const body = { bio, templateId, published, embedEnabled };
      await api.call(updateBioPage, { creatorId: id, ...body });
    });
    setSaved(isDone);
    if (isDone) changed();
  };

  return (
    <Form form={form} isGuarded onSend={save}>
      <Field
        label={t("page.editor.headline")}
        name="headline"
        value={headline}
        maxLength={150}
        dir="auto"
        hint={t("page.editor.headlineHint")}
        onInput={(event) => setHeadline(event.currentTarget.value)}
      />
      <TextField
        label={t("page.become.bio")}
        name="bio"
        value={bio}
        rows={4}
        maxLength={500}
        onInput={(event) => change({ bio: event.currentTarget.value })}
      />
      <Choice
        label={t("page.editor.look")}
        name="templateId"
        value={templateOf(templateId)}
        options={TEMPLATE_NAMES.map((value) => ({ value, text: t(LOOKS[value]) }))}
        onChange={(event) => change({ templateId: event.currentTarget.value })}
      />
      <label class="option">
        <input type="checkbox" checked={published} onChange={(event) => change({ published: event.currentTarget.checked })} />
        {t("page.editor.published")}
      </label>
      <label class="option">
        <input type="checkbox" checked={embedEnabled} onChange={(event) => change({ embedEnabled: event.currentTarget.checked })} />
        {t("page.editor.embedded")}
      </label>
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.settings.save")}
        </Button>
        <span role="status">{isSaved && t("page.settings.saved")}</span>
      </p>
    </Form>
  );
}
