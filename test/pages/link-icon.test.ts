import { describe, expect, it } from "@jest/globals";
import { linkIcon } from "#gateway/ui/creator/link-icon.ts";

describe("PGE-04 the picture beside a link", () => {
  it.each([
    ["https://www.youtube.com/@cleo", "video"],
    ["https://YOUTU.BE/x", "video"],
    ["https://open.spotify.com/artist/x", "music"],
    ["https://music.apple.com/x", "music"],
    ["https://apple.com/", "globe"],
    ["https://notyoutube.com/", "globe"],
    ["https://youtube.com.example.org/", "globe"],
    ["https://toString/", "globe"],
    ["mailto:cleo@youtube.com", "mail"],
    ["tel:+49301234567", "phone"],
    ["nothing", "globe"],
  ])("PGE-04 of %s is that of its host: %s", (url, icon) => {
    expect(linkIcon(url)).toBe(icon);
  });
});
