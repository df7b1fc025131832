import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { getEndpoint, removeEndpoint, rotateSecret, testEndpoint, updateEndpoint } from "#libs/contracts/webhook/index.ts";
import { go } from "../../client/navigation.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { useWork } from "../../ui/use-work.ts";
import { Decision } from "../parts/decision.tsx";
import { useStaff } from "../parts/staff.ts";
import { nothingSent, unlessChanged } from "../parts/unless-changed.ts";
import { staffApi } from "../staff-session.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import { EndpointSecret, type NewSecret } from "./endpoint-secret.tsx";
import { SendFailed } from "./send-failed.tsx";
import { titled } from "./settings/titled.ts";
import { useUndo } from "./use-undo.tsx";

const endpointOf = (id: string) => staffApi.call(getEndpoint, { id });

export type Endpoint = Awaited<ReturnType<typeof endpointOf>>;

interface EndpointActionsProps {
  readonly endpoint: Endpoint;
  changed(): void;
}

type Open = "edit" | "rotate" | "delete" | null;

/** What may be done about an endpoint. */
export function EndpointActions({ endpoint, changed }: EndpointActionsProps): VNode | null {
  const { t } = useReader();
  const { may } = useStaff();
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const undo = useUndo(changed);
  const { id, url, enabled, failingSince } = endpoint;
  if (!may(updateEndpoint)) return null;
  const verb = t(enabled ? "page.staffSystem.switchOff" : "page.staffSystem.enable");
  const set = (wanted: boolean) => () => staffApi.call(updateEndpoint, { id, enabled: wanted });
  const toggle = () => undo.run(set(!enabled), titled(url, t(enabled ? "page.staffSystem.off" : "page.staffSystem.on")), set(enabled));
  const close = () => setOpen(null);
  return (
    <>
      <p class="actions">
        <Button onClick={() => setOpen("edit")}>{t("page.links.edit")}</Button>
        <Button busy={undo.busy} onClick={toggle}>
          {verb}
        </Button>
        <Button onClick={() => setOpen("rotate")}>{t("page.staffSystem.rotate")}</Button>
        <Button kind="danger" onClick={() => setOpen("delete")}>
          {t("page.staffSystem.delete")}
        </Button>
      </p>
      {undo.notes}
      <TestButton id={id} changed={changed} />
      {enabled && <SendFailed {...{ id, failingSince, changed }} />}
      {open === "edit" && (
        <EndpointForm
          title={titled(t("page.links.edit"), url)}
          verb={t("page.settings.save")}
          endpoint={endpoint}
          send={async (fields) => {
            await staffApi.call(updateEndpoint, { id, ...fields });
            changed();
          }}
          close={close}
        />
      )}
      {open === "rotate" && <Rotate {...{ endpoint, changed, close }} show={setSecret} />}
      {open === "delete" && <Delete {...{ endpoint, close }} />}
      {secret !== null && <EndpointSecret of={secret} close={() => setSecret(null)} />}
    </>
  );
}

function TestButton({ id, changed }: { readonly id: string; changed(): void }): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const [outcome, setOutcome] = useState<{ readonly delivered: boolean; readonly said: string } | null>(null);
  const test = async () => {
    const { delivered, status, error } = await staffApi.call(testEndpoint, { id });
    setOutcome({ delivered, said: [status, error].filter((each) => each !== null).join(", ") });
    changed();
  };
  return (
    <>
      <p class="actions">
        <Button busy={busy} onClick={() => void run(test)}>
          {t("page.staffSystem.test")}
        </Button>
        <span role="status">
          {outcome !== null && (
            <>
              <Badge kind={outcome.delivered ? "good" : "danger"}>
                {t(outcome.delivered ? "page.staffSystem.delivered" : "page.staffSystem.failed")}
              </Badge>{" "}
              <bdi dir="ltr">{outcome.said}</bdi>
            </>
          )}
        </span>
      </p>
      {failure !== null && <ErrorNote error={failure} />}
    </>
  );
}

interface RotateProps extends EndpointActionsProps {
  show(secret: NewSecret): void;
  close(): void;
}

/** The route takes no key against repetition, so the endpoint is read again before it is called. */
function Rotate({ endpoint: { id, url, secret }, changed, show, close }: RotateProps): VNode {
  const { t } = useReader();
  return (
    <Decision
      id={["rotate", id]}
      title={t("page.staffSystem.rotate")}
      verb={t("page.staffSystem.rotate")}
      kind="danger"
      facts={[[t("page.staffSystem.address"), <bdi key="url">{url}</bdi>]]}
      reason={null}
      send={() =>
        unlessChanged(
          {
            shown: secret,
            ask: () => endpointOf(id),
            versionOf: (now) => now.secret,
            changed: nothingSent(t("page.staffSystem.nothingSent")),
          },
          async () => show(await staffApi.call(rotateSecret, { id })),
        )
      }
      meanwhile={async () => null}
      done={changed}
      close={close}
    >
      {t("page.staffSystem.rotateWhat")}
    </Decision>
  );
}

function Delete({ endpoint: { id, url }, close }: Pick<RotateProps, "endpoint" | "close">): VNode {
  const { t } = useReader();
  return (
    <Decision
      id={["delete", id]}
      title={t("page.staffSystem.delete")}
      verb={t("page.staffSystem.delete")}
      kind="danger"
      facts={[[t("page.staffSystem.address"), <bdi key="url">{url}</bdi>]]}
      reason={null}
      send={(_, idempotencyKey) => staffApi.call(removeEndpoint, { id }, { idempotencyKey })}
      meanwhile={async () => null}
      done={() => go("/admin/webhooks", "replace")}
      close={close}
    >
      {t("page.staffSystem.deleteWhat")}
    </Decision>
  );
}
