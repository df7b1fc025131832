import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface FilePreviewProps {
  readonly file: Blob;
  /** Square: the middle of the picture fills it. Whole: the picture at its own proportions. */
  readonly as: "square" | "whole";
  readonly class: string;
  /** Pixels of the longer side. */
  readonly side?: number;
  readonly label: string;
  /** Shown for files that are no pictures. */
  readonly children?: VNode;
}

/** Enough for a small picture on a screen of two pixels to a point. */
const SIDE = 512;

/** A picture of this device before it is sent. It is drawn: the policy of the pages forbids addresses of the memory. */
export function FilePreview({ file, as, class: name, side = SIDE, label, children }: FilePreviewProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isPicture, setPicture] = useState(true);
  useEffect(() => {
    let isLate = false;
    setPicture(true);
    createImageBitmap(file).then(
      (bitmap) => !isLate && canvas.current && draw(canvas.current, bitmap, as, side),
      () => !isLate && setPicture(false),
    );
    return () => {
      isLate = true;
    };
  }, [file, as, side]);
  if (!isPicture) return children ?? <span class={name} role="img" aria-label={label} />;
  return <canvas ref={canvas} class={name} width={side} height={side} role="img" aria-label={label} />;
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap, as: FilePreviewProps["as"], longest: number): void {
  const { width, height } = bitmap;
  const side = Math.min(width, height);
  const part = as === "square" ? [(width - side) / 2, (height - side) / 2, side, side] : [0, 0, width, height];
  const [left = 0, top = 0, cutWidth = 0, cutHeight = 0] = part;
  const scale = longest / Math.max(cutWidth, cutHeight);
  canvas.width = Math.round(cutWidth * scale);
  canvas.height = Math.round(cutHeight * scale);
  canvas.getContext("2d")?.drawImage(bitmap, left, top, cutWidth, cutHeight, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}
