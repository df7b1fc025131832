/** An image or an action from outside, at one version. */
export interface Pin {
  /** `valkey/valkey`, `actions/checkout` */
  readonly name: string;
  /** The exact version: `8.1.3-alpine`, `v4.2.2`. */
  readonly tag: string;
  /**
   * The digest behind the tag at the time of the look-up: `sha256:…` of an image, the commit of an action. Null before the first look-up.
   */
  readonly digest: string | null;
}

export interface Pins {
  readonly images: readonly Pin[];
  readonly actions: readonly Pin[];
}

const IMAGE = /(?<before>\bimage: "?|^FROM )(?<name>[a-z0-9][\w./-]*):(?<tag>[\w.-]+)(?:@sha256:[0-9a-f]{64})?/gm;
const ACTION = /(?<before>\buses: )(?<name>[\w.-]+\/[\w./-]+)@(?:[0-9a-f]{40} # )?(?<tag>[\w.-]+)/g;

interface Found {
  readonly before: string;
  readonly name: string;
  readonly tag: string;
}

/**
 * The text of a Dockerfile, a compose file or a workflow with every image and action pinned. Throws when it names one without a pin. Of two
 * pins with one name, the one with the same major version applies.
 */
export function withPins(text: string, { images, actions }: Pins): string {
  const pinned = text.replace(IMAGE, (...groups) => {
    const found = groups.at(-1) as Found;
    const { name, tag, digest } = pinOf(images, found);
    return `${found.before}${name}:${tag}${digest === null ? "" : `@${digest}`}`;
  });
  return pinned.replace(ACTION, (...groups) => {
    const found = groups.at(-1) as Found;
    const { name, tag, digest } = pinOf(actions, found);
    return `${found.before}${name}@${digest === null ? tag : `${digest} # ${tag}`}`;
  });
}

function pinOf(pins: readonly Pin[], { name, tag }: Found): Pin {
  const named = pins.filter((pin) => pin.name === name);
  const pin = named.length > 1 ? named.find((each) => majorOf(each.tag) === majorOf(tag)) : named[0];
  if (!pin) throw new Error(`${name}:${tag} is not pinned in deploy/pins/pins.json`);
  return pin;
}

const majorOf = (tag: string) => /\d+/.exec(tag)?.[0];
