import type { VNode } from "preact";
import { ForCreators } from "../ui/for-creators.tsx";
import { MessageTerms, ownProfile } from "../ui/message-terms.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";

/** Which messages a creator accepts, and at which price. */
export default function MessageSettings(): VNode {
  return (
    <>
      <SettingsTabs current="messages" />
      <ForCreators>
        <Settings />
      </ForCreators>
    </>
  );
}

function Settings(): VNode {
  const query = useQuery("profile", ownProfile);
  return (
    <Loaded query={query}>
      {(profile) => (
        <div class="card">
          <MessageTerms profile={profile} />
        </div>
      )}
    </Loaded>
  );
}
