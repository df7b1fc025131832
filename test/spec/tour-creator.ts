import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface AudienceTour {
  readonly system: Pick<TestSystem, "send" | "newCreator">;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
  readonly admin: Person;
}

/** Calls the routes of discovery, social accounts, follows and the embeddable page, so that each succeeds once. */
export async function visitAudience({ system, tour, fan, admin }: AudienceTour): Promise<void> {
  const creator: CreatorPerson = await system.newCreator();
  const path = `/creators/${creator.creatorId}`;
  const [platform, handle] = ["tour", `t${creator.creatorId.slice(-12)}`];
  const added = async (name: string) => {
    tour.set("creator.addSocial", await creator.send("POST", `${path}/socials`, { platform, handle: name }));
    return dataOf<{ id: string }>(tour.get("creator.addSocial") as Reply, 201).id;
  };
  const [first, second] = [await added(handle), await added(`${handle}-2`)];
  tour.set("creator.listSocials", await creator.send("GET", `${path}/socials`));
  tour.set("creator.verifySocial", await creator.send("POST", `${path}/socials/${first}/verify`, {}));
  tour.set("creator.adminVerifySocial", await admin.send("POST", `/admin${path}/socials/${second}/verify`, { reason: "tour" }));
  tour.set("creator.removeSocial", await creator.send("DELETE", `${path}/socials/${second}`));
  tour.set("creator.discoverCategory", await system.send("GET", `/discover/category/${platform}`));
  tour.set("creator.discoverCreators", await system.send("GET", "/discover/creators?limit=1"));
  tour.set("creator.discoverPlatforms", await system.send("GET", "/discover/platforms"));
  tour.set("creator.followCreator", await fan.send("PUT", `${path}/follow`));
  tour.set("creator.getFollow", await fan.send("GET", `${path}/follow`));
  tour.set("creator.listFollows", await fan.send("GET", "/follows"));
  tour.set("creator.unfollowCreator", await fan.send("DELETE", `${path}/follow`));
  await creator.send("PATCH", `${path}/bio`, { embedEnabled: true });
  tour.set("creator.getEmbeddedBio", await system.send("GET", `/bio/${creator.username}/embed`));
}
