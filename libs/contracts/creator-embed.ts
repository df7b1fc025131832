import { action } from "#libs/contract-kit/contract.ts";
import { publicBio } from "./creator.ts";
import { pathId } from "./shared.ts";

export const getEmbeddedBio = action({
  name: "creator.getEmbeddedBio",
  summary: "The public page of a creator, for the sites of others",
  http: { method: "GET", path: "/bio/{username}/embed", auth: "public", framable: true },
  params: { username: pathId },
  returns: publicBio,
  errors: ["bio.error.not_found"],
});
