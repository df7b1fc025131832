import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { LegalKind } from "#libs/contracts/content/index.ts";
import type { ConfigKey } from "#libs/platform/config/keys/index.ts";

export const LEGAL_SETTINGS = {
  terms: "legal.terms_of_service",
  privacy: "legal.privacy_policy",
} as const satisfies Record<LegalKind, ConfigKey>;

const SENTENCES = {
  terms: ["page.legal.exampleHeld", "page.legal.exampleShare", "page.legal.exampleConduct", "page.legal.exampleLeaving"],
  privacy: ["page.legal.exampleData", "page.legal.exampleVisits", "page.legal.exampleRights"],
} as const satisfies Record<LegalKind, readonly TextKey[]>;

/**
 * An example shown while no legal text is published. It exists on the page only and is not in force: the API reports no text, so users
 * cannot accept it.
 */
export function ExampleLegalText({ kind }: { readonly kind: LegalKind }): VNode {
  const { t } = useReader();
  return (
    <>
      <p class="notice warn">
        <Sentence of="page.legal.example" parts={{ key: <code dir="ltr">{LEGAL_SETTINGS[kind]}</code> }} />
      </p>
      <div class="prose">
        {SENTENCES[kind].map((sentence) => (
          <p key={sentence}>{t(sentence)}</p>
        ))}
      </div>
    </>
  );
}
