/** In tests Jest loads `.tsx` itself. */
export const loadTsx = (): void => undefined;
