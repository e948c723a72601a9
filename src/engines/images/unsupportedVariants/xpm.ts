import { type Fault, fault } from '../../../contract/faults/fault.ts';

/** Matches the width, height, and number of colors (XPM Manual, 2.1). */
const sizes = /"\s*\d{1,9}\s+\d{1,9}\s+(\d{1,9})\s/;
/** Our build of ImageMagick has 8 bits per channel and doesn't support more colors. */
const maxColors = 256;

/** Returns the reason why ImageMagick can't read an XPM, or `undefined` if it can. */
export function unsupportedXpmReason(file: Buffer): Fault | undefined {
  const colors = Number(sizes.exec(file.toString('latin1', 0, 4096))?.[1]);
  return colors > maxColors ? fault('xpm.colors') : undefined;
}
