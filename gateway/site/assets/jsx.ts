/** JSX settings for Node and for browsers. */
export const JSX = { jsx: "automatic", jsxImportSource: "preact" } as const;
