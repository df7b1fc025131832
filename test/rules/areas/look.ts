import type { Area } from "../area.ts";

export const look: Area = {
  title: "The face of the pages",
  sections: [],
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
        "VIS-02": "A public page weighs at most 100 kB with its font, moves by at most 0.01, and shows its largest part without a script.",
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
      code: ["story.css", "setting.tsx", "settings-tabs.tsx"],
      rules: {
        "VIS-05": "At 1280 px, no page but sign-in and errors leaves more than half of the width empty above the fold.",
      },
    },
    {
      code: ["frame.tsx", "account-menu.tsx", "own-frame.tsx", "browser/menus.ts", "frame.css"],
      rules: {
        "VIS-06": "The header shows balance, numbers and a menu that works by keyboard; on a phone the ways stand at the foot.",
      },
    },
    {
      code: ["home/home.page.tsx", "home/home.tsx", "home/own-home.ts"],
      rules: {
        "VIS-07":
          "The start is a brochure for visitors; for a user it says what waits, the first steps until done, and the latest threads.",
      },
    },
    {
      code: ["ui/templates.ts", "styles/templates.css", "parts/rosette.tsx", "parts/cover-lines.ts", "creator/about-creator.tsx"],
      rules: {
        "VIS-08":
          "Each of six templates keeps its contrast in both schemes with any name and links; the preview in the editor equals the page.",
      },
    },
    {
      code: ["staff/staff-icons.tsx"],
      rules: {
        "VIS-09": "The pages look as they were drawn: each place of the console has a sign beside its name.",
      },
    },
    {
      code: ["home/hero.tsx", "creator/creator-offer.tsx"],
      rules: {
        "VIS-10":
          "The start and a creator's page say who holds the money, how long a reply may take, and that nothing is added to the price.",
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
