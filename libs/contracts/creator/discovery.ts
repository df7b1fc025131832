import { action } from "#libs/contract-kit/contract.ts";
import { amount, clampedPage, cursorOfItems, id, nullableText, PLATFORMS, pageOfItems, pathId, timestamp } from "../shared.ts";
import { answers, CREATOR_LEVELS, DM_TYPES, WELL_KNOWN_PLATFORMS } from "./terms.ts";

/** A creator in a list (spec 2.9). */
const card = {
  type: "object",
  props: {
    id,
    userId: { type: "string" },
    username: { type: "string" },
    displayName: { type: "string", description: "The username when there is no display name" },
    avatarUrl: { type: "string", description: "Empty when there is no avatar" },
    level: { type: "enum", values: CREATOR_LEVELS },
    dmActive: { type: "boolean", description: "False during a vacation" },
    totalFollowers: { type: "number", integer: true },
    facts: {
      type: "object",
      optional: true,
      props: {
        headline: nullableText,
        answers,
        dmType: { type: "enum", values: DM_TYPES },
        price: { ...amount, nullable: true, description: "The lowest price of a message; null: messages are free" },
        currency: { type: "string" },
        templateId: nullableText,
      },
      description: "Only when they are included",
    },
  },
} as const;

const include = { type: "enum", values: ["facts"], optional: true, description: "facts: each card has its `facts`" } as const;

export const discoverCategory = action({
  name: "creator.discoverCategory",
  summary: "Active creators with a public page and a verified account on a platform",
  http: {
    method: "GET",
    path: "/discover/category/{platform}",
    auth: "public",
    limit: "discover_category",
    killSwitch: "DISCOVER",
    headers: { "Cache-Control": "public, max-age=5", Vary: "Origin, X-Client-Platform" },
  },
  params: {
    platform: { type: "string", description: "In any letter case" },
    category: { type: "string", trim: true, lowercase: true, optional: true, description: "Content category, in any letter case" },
    sort: { type: "string", optional: true, description: "popular, rating or recent; anything else is recent" },
    dmType: { type: "enum", values: DM_TYPES, optional: true },
    cursor: { type: "string", optional: true, description: "nextCursor of the previous page" },
    limit: { type: "number", integer: true, min: 1, max: 50, optional: true, description: "1-50; default: the setting discover.page_size" },
    include,
    clientPlatform: { type: "enum", values: PLATFORMS, optional: true, from: "platform" },
    country: { type: "string", max: 2, optional: true, from: "country" },
  },
  returns: cursorOfItems(card),
  errors: ["features.discover_disabled"],
});

export const discoverCreators = action({
  name: "creator.discoverCreators",
  summary:
    "Active creators with public pages, most followed first; with q those whose name, username, headline or bio has each of its words",
  http: {
    method: "GET",
    path: "/discover/creators",
    auth: "public",
    limit: "discover_category",
    killSwitch: "DISCOVER",
    headers: { "Cache-Control": "public, max-age=5", Vary: "Origin" },
  },
  params: {
    q: {
      type: "string",
      trim: true,
      min: 2,
      max: 50,
      optional: true,
      description:
        "Beginnings of words, in any letter case, without accents if you like. First the username, then those that begin with it; at most 200",
    },
    cursor: { type: "string", optional: true, description: "nextCursor of the previous page" },
    limit: { type: "number", integer: true, min: 1, max: 50, default: 20, description: "1-50" },
    include,
  },
  returns: {
    type: "object",
    props: {
      ...cursorOfItems(card).props,
      total: {
        type: "number",
        integer: true,
        description:
          "Without q: public pages from the cursor on, also of creators who are not active; at most 200 are counted. With q: all that fit",
      },
    },
  },
  errors: ["features.discover_disabled"],
});

export const discoverPlatforms = action({
  name: "creator.discoverPlatforms",
  summary: "Well-known platforms on which an active creator with a public page has a verified account",
  http: {
    method: "GET",
    path: "/discover/platforms",
    auth: "public",
    limit: "discover_category",
    killSwitch: "DISCOVER",
    headers: { "Cache-Control": "public, max-age=60", Vary: "Origin" },
  },
  params: {},
  returns: {
    type: "object",
    props: { platforms: { type: "array", max: WELL_KNOWN_PLATFORMS.length, items: { type: "enum", values: WELL_KNOWN_PLATFORMS } } },
  },
  errors: ["features.discover_disabled"],
});

const creatorId = { ...pathId, description: "CreatorProfile.id" } as const;
const following = { type: "object", props: { following: { type: "boolean" } } } as const;

export const followCreator = action({
  name: "creator.followCreator",
  summary: "Follow a creator; repeated requests change nothing",
  http: { method: "PUT", path: "/creators/{creatorId}/follow", auth: "bearer" },
  params: { creatorId },
  returns: following,
  errors: ["creator.error.not_found", "creator.follow.self"],
});

export const unfollowCreator = action({
  name: "creator.unfollowCreator",
  summary: "Unfollow a creator",
  http: { method: "DELETE", path: "/creators/{creatorId}/follow", auth: "bearer" },
  params: { creatorId },
  returns: following,
  errors: ["creator.error.not_found"],
});

export const getFollow = action({
  name: "creator.getFollow",
  summary: "Whether the caller follows a creator; false for unknown ones",
  http: { method: "GET", path: "/creators/{creatorId}/follow", auth: "bearer" },
  params: { creatorId },
  returns: following,
  errors: [],
});

export const listFollows = action({
  name: "creator.listFollows",
  summary: "The creators that the caller follows, last followed first",
  http: { method: "GET", path: "/follows", auth: "bearer" },
  params: { ...clampedPage },
  returns: pageOfItems({
    type: "object",
    props: {
      creatorId: { type: "string" },
      username: { ...nullableText, description: "Null while the creator is hidden, as are the other fields" },
      displayName: nullableText,
      avatarUrl: nullableText,
      level: { type: "enum", values: CREATOR_LEVELS, nullable: true },
      followedAt: timestamp,
    },
  }),
  errors: [],
});
