import { adminRemoveAvatar, getAvatar, removeAvatar, setAvatar } from "#libs/contracts/account/index.ts";
import { discoverCreators, getPublicBio } from "#libs/contracts/creator/index.ts";
import type { Area } from "../area.ts";

export const pictures: Area = {
  title: "Creators' pages: answers, and pictures of people",
  sections: [],
  unused: [
    "CRW-01",
    "CRW-02",
    "CRW-03",
    "CRW-04",
    "CRW-05",
    "CRW-06",
    "CRW-07",
    "CRW-08",
    "CRW-09",
    "CRW-10",
    "CRW-11",
    "CRW-12",
    "CRW-13",
    "CRW-14",
    "CRW-15",
    "CRW-16",
    "CRW-17",
    "CRW-19",
    "CRW-20",
    "CRW-21",
    "CRW-26",
    "CRW-27",
    "CRW-28",
    "CRW-29",
    "CRW-30",
    "CRW-31",
    "CRW-32",
    "CRW-33",
    "CRW-34",
    "CRW-35",
    "CRW-36",
    "CRW-37",
    "CRW-38",
    "CRW-39",
  ],
  groups: [
    {
      contracts: [setAvatar, getAvatar],
      code: ["request/picture-body.ts", "pictures/avatar.ts"],
      rules: {
        "CRW-22": "A picture becomes a square WebP of 512 pixels, which caches keep; user, bio page and message sessions name its address.",
        "CRW-23": "Nothing of a picture's metadata is in what is served: no place, no camera, no preview.",
        "CRW-24": "A file that is no JPEG, PNG or WebP is 400, a body beyond 8 MiB 413, a header that claims too many pixels 400.",
      },
    },
    {
      contracts: [removeAvatar, adminRemoveAvatar],
      code: ["pictures/avatar.ts", "pictures/remove-gone.ts"],
      rules: {
        "CRW-25": "The same bytes of two people have two addresses; after deletion or purge of one it is 404, and the other is served.",
      },
    },
    {
      contracts: [getPublicBio, discoverCreators],
      code: ["domain/statistics.ts", "creator/answers.tsx"],
      rules: {
        "CRW-18": "Page and cards of a creator say how many of the ended messages were answered, and how soon; nothing of fewer than five.",
      },
    },
  ],
};
