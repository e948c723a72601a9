import { type Fault, fault } from '../../../contract/faults/fault.ts';
/** The comment that an XPM begins with. */
export const xpmStart = '/* XPM */';

/** What ImageMagick, which has 8 bits a channel here, holds of colors. */
const maxColors = 256;

/** Its first string tells columns, rows, colors and characters a color (XPM Manual, 2.1). */
const sizes = /"\s*\d{1,9}\s+\d{1,9}\s+(\d{1,9})\s/;
/** It stands behind a declaration, and perhaps some words about the picture. */
const declarationLength = 4096;

/** What an XPM is that ImageMagick doesn't read though it is whole. */
export function unreadXpmKind(head: Buffer): Fault | undefined {
  const colors = sizes.exec(head.toString('latin1', 0, declarationLength))?.[1];
  return Number(colors ?? 0) > maxColors ? fault('xpm.colors', maxColors) : undefined;
}
