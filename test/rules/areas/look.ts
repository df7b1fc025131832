import type { Area } from "../area.ts";

export const look: Area = {
  title: "The face of the pages",
  sections: [],
  unused: ["VIS-02", "VIS-05", "VIS-07", "VIS-08", "VIS-09", "VIS-10"],
  groups: [
    {
      code: ["tokens.css", "templates.css"],
      rules: {
        "VIS-01": "One file has all colours, text sizes and radii of the pages; each pair of colours keeps its contrast in both schemes.",
      },
    },
    {
      code: ["tokens.css", "document.tsx", "bundle-assets.ts"],
      rules: {
        "VIS-03": "Only languages in the script of the display face load it; a blocked or slow font delays no text and moves nothing.",
      },
    },
    {
      code: ["parts/ring.tsx", "parts/note.tsx", "message-state.tsx", "note.css"],
      rules: {
        "VIS-04": "Each state of a message's money has a word, a colour and a form of its own; its ring is renewed each minute, silently.",
      },
    },
    {
      code: ["frame.tsx", "account-menu.tsx", "own-frame.tsx", "browser/menus.ts", "frame.css"],
      rules: {
        "VIS-06": "The header shows balance, numbers and a menu that works by keyboard; on a phone the ways stand at the foot.",
      },
    },
    {
      code: ["design.page.tsx"],
      rules: {
        "VIS-11": "The page of all parts shows each in every state, without a finding of axe in both schemes, directions and widths.",
      },
    },
  ],
};
