// QR code of a link, as an SVG that scales; the library is loaded when the first one is shown.
import { useEffect, useState } from "react";
import "./qrCode.css";

/** Light border, in modules, without which phones do not find the code. */
const QUIET_ZONE = 3;

interface Props {
  readonly url: string;
  /** Text for those who cannot see it; it should contain the link. */
  readonly label: string;
}

/** QR code of a URL. It is square, as wide as its container, dark on light in both themes. */
export function QrCode({ url, label }: Props) {
  const [code, setCode] = useState<{ readonly url: string; readonly size: number; readonly path: string } | null>(null);
  useEffect(() => {
    let shown = true;
    const draw = async (): Promise<void> => {
      const { encode } = await import("uqr");
      const { size, data } = encode(url, { border: QUIET_ZONE });
      if (shown) setCode({ url, size, path: drawModules(data) });
    };
    draw().catch(() => { /* Without the code, the link beside it remains. */ });
    return () => { shown = false; };
  }, [url]);
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${code?.size ?? 1} ${code?.size ?? 1}`} shapeRendering="crispEdges">
      {code?.url === url && <path d={code.path} />}
    </svg>
  );
}

/** Return an SVG path with a square for each dark module. */
function drawModules(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
}
