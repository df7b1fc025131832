import {
  addLink,
  discoverCategory,
  discoverCreators,
  getEmbeddedBio,
  getPublicBio,
  orderLinks,
  removeLink,
  trackLinkClick,
  updateLink,
} from "#libs/contracts/creator/index.ts";
import type { Area } from "../area.ts";

const STORE = "discovery.store.ts";
const QUERY = "domain/discovery.ts";

export const discovery: Area = {
  title: "Discovery of creators",
  sections: ["4.12", "2.9"],
  groups: [
    {
      contracts: [discoverCategory],
      code: [STORE],
      rules: {
        "DSC-01": "A creator is listed under a platform on which at least one account of the creator is verified; others do not count.",
        "DSC-02": "The platform is taken in any letter case.",
        "DSC-03": "A platform without users is an empty list: no results, `nextCursor` null, `hasMore` false.",
        "DSC-04": "At most 1000 accounts of a platform are considered, those that were verified last.",
        "DSC-05": "A category is lowercased before it is compared; one that no creator has is an empty list.",
        "DSC-09": "`dmType` keeps only creators who take this kind of message; any other value is 400.",
        "DSC-13":
          "Only active creators of active users with a public page are listed: without suspended, banned, deactivated and absent ones, and without hidden pages.",
      },
    },
    {
      contracts: [discoverCategory],
      code: [QUERY, STORE],
      rules: {
        "DSC-06": "`sort=popular` puts the creators with most messages first.",
        "DSC-07": "`sort=rating` puts the best rated creators first.",
        "DSC-08": "`sort=recent`, no sort and an unknown one put the creators who changed last first.",
        "DSC-10": "`limit` is 1 to 50; anything else is 400.",
        "DSC-11": "Without `limit` a page has as many results as the setting `discover.page_size` (20) says, at most 100.",
      },
    },
    {
      contracts: [discoverCategory],
      code: ["discovery/list-creators.ts", "paging-sessions.ts", STORE],
      rules: {
        "DSC-14": "A client that follows `nextCursor` gets each creator once; between equal values the id decides.",
        "DSC-15": "`hasMore` is true only when there are more creators than the page shows.",
        "DSC-16": "`nextCursor` is the id of the last result, and null when there is no more.",
        "DSC-17": "A cursor that was never issued, or that belongs to another list, is an empty list.",
        "DSC-18": "A creator whose values change while a visitor pages is not shown to that visitor twice.",
      },
    },
    {
      contracts: [discoverCreators],
      code: [STORE],
      rules: {
        "DSC-21":
          "Of all platforms together the active creators with a public page are listed, most followed first; the total counts creators who are away, too.",
      },
    },
    {
      contracts: [discoverCategory],
      rules: {
        "DSC-12": "A card has exactly `id`, `userId`, `username`, `displayName`, `avatarUrl`, `level`, `dmActive` and `totalFollowers`.",
        "DSC-19": "A card says `dmActive` false while `vacationMode` is on, for any status.",
        "DSC-20": "Discovery is public; the 61st request of an address in a minute is 429, and 503 while DISCOVER is switched off.",
      },
    },
  ],
};

export const bioPages: Area = {
  title: "Public bio pages and their links",
  sections: ["2.3", "3.1"],
  groups: [
    {
      contracts: [getPublicBio],
      code: ["require-public-page.ts", "domain/public-page.ts"],
      rules: {
        "BPG-01":
          "A published page is public by its username, in any letter case; an unknown, unpublished or closed one is 404 `bio.error.not_found`.",
        "BPG-02": "The page says `dmActive` false during a vacation.",
        "BPG-04": "No answer about a page holds a tracking token.",
      },
    },
    {
      contracts: [getEmbeddedBio],
      code: ["security-headers.ts"],
      rules: {
        "BPG-03":
          "The embedded page is there only where its creator allows it, and may be framed by the sites of `bio.embed_frame_ancestors`.",
      },
    },
    {
      contracts: [addLink, updateLink, removeLink, orderLinks, trackLinkClick],
      code: ["link-rules.ts", "bio-link.store.ts"],
      rules: {
        "BPG-05":
          "The owner adds, changes, orders and removes links; visitors see the enabled ones in order, from their start until their end.",
      },
    },
  ],
};
