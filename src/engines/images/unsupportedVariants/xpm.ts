import { type Fault, fault } from '../../../contract/faults/fault.ts';

/** Columns, rows, and colors (XPM Manual, 2.1). */
const sizes = /"\s*\d{1,9}\s+\d{1,9}\s+(\d{1,9})\s/;
/** The most colors at ImageMagick's 8 bits per channel here. */
const maxColors = 256;

/** A kind of XPM that ImageMagick can't read; `undefined` for all others. */
export function unreadXpmKind(file: Buffer): Fault | undefined {
  const colors = Number(sizes.exec(file.toString('latin1', 0, 4096))?.[1]);
  return colors > maxColors ? fault('xpm.colors') : undefined;
}
