/** NODE_OPTIONS of a process whose clock is wrong by some seconds. */
export function clockWrongBy(seconds: number): string {
  const source = `
    const True = Date;
    globalThis.Date = class Date extends True {
      constructor(...parts) {
        super(...(parts.length === 0 ? [True.now() + ${seconds * 1_000}] : parts));
      }
      static now() {
        return True.now() + ${seconds * 1_000};
      }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(source)}`;
}
