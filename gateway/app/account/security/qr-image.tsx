import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";

interface QrImageProps {
  readonly text: string;
  readonly label: string;
}

const SIZE_PX = 208;

/** A text as a QR code. It is drawn here, so that no other server gets to know the text. */
export function QrImage({ text, label }: QrImageProps): VNode {
  const [rows, setRows] = useState<boolean[][] | null>(null);
  useEffect(() => void import("#libs/kernel/qr-code.ts").then(({ qrCodeModules }) => setRows(qrCodeModules(text))), [text]);
  if (rows === null) return <Skeleton lines={6} />;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr" role="img" aria-label={label} width={SIZE_PX} height={SIZE_PX} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={dark.join("")} />
    </svg>
  );
}
