import type { VNode } from "preact";
import { Loaded, useData } from "./data.tsx";
import { ForCreators } from "./for-creators.tsx";
import { MessageTerms, ownProfile } from "./message-terms.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";

/** Which messages a creator takes, and for how much. */
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
  const asked = useData("profile", ownProfile);
  return <Loaded asked={asked}>{(profile) => <MessageTerms profile={profile} />}</Loaded>;
}
