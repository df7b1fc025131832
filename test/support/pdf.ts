interface PdfParts {
  /** Default: one. */
  readonly pages?: number;
  /** Further objects; the stream belongs to the last one. */
  readonly objects?: readonly string[];
  readonly stream?: Buffer;
  /** Bytes of a stream without meaning. */
  readonly padding?: number;
}

/** A PDF with these parts. Its table of objects is left out: readers make it up, and the check does not read it. */
export function pdfOf({ pages = 1, objects = [], stream, padding = 0 }: PdfParts = {}): Buffer {
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>";
  const all = ["<</Type/Catalog/Pages 2 0 R>>", `<</Type/Pages/Count ${pages}>>`, ...Array<string>(pages).fill(page), ...objects];
  if (stream && objects.length === 0) all.push("<</Filter/FlateDecode>>");
  const parts = all.map((text, index) => {
    const content =
      stream && index === all.length - 1 ? Buffer.concat([Buffer.from("\nstream\n"), stream, Buffer.from("\nendstream")]) : Buffer.alloc(0);
    return Buffer.concat([Buffer.from(`${index + 1} 0 obj\n${text}`), content, Buffer.from("\nendobj\n")]);
  });
  const filler = padding > 0 ? Buffer.from(`99 0 obj\n<<>>\nstream\n${"x".repeat(padding)}\nendstream\nendobj\n`) : Buffer.alloc(0);
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), ...parts, filler, Buffer.from("trailer<</Root 1 0 R>>\n%%EOF\n")]);
}
