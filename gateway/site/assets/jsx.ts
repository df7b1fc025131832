/** How JSX becomes JavaScript, for Node as for browsers. */
export const JSX = { jsx: "automatic", jsxImportSource: "preact" } as const;
