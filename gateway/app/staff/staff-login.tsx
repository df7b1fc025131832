import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { go, nextPath } from "../client/navigation.ts";
import type { AppPage } from "../ui/app-page.ts";
import { StaffSignIn } from "./frame/staff-sign-in.tsx";

/** Signs a staff member in and returns to the requested page. */
export default function StaffLogin({ query }: AppPage): VNode {
  const { t } = useReader();
  return (
    <StaffSignIn signedIn={() => go(nextPath(query, "/admin"), "replace")} restarted={() => location.assign("/admin/login")}>
      <h1 tabIndex={-1}>{t("page.console.signIn")}</h1>
    </StaffSignIn>
  );
}
