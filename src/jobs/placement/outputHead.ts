import { disableTypes, imageSize } from 'image-size';
import { hasBeginning } from '../../contract/formats/format.ts';
import { formatById, necessaryBeginnings } from '../../contract/formats/table.ts';

/** Number of bytes to check at the start of a file. */
export const checkedHeadBytes = 1024;

/** True if a file that begins with these bytes can be of the format. If the format's beginnings are unknown, it can. */
export function mayBeFormat(head: Buffer, format: string | undefined): boolean {
  const beginnings = format === undefined ? [] : necessaryBeginnings(format);
  const text = head.toString('latin1');
  return beginnings.length === 0 || beginnings.some((beginning) => hasBeginning(text, beginning));
}

/** True if a file of the format may be empty: an empty text is valid, an empty picture isn't. */
export function canBeEmpty(format: string): boolean {
  return formatById(format)?.canBeEmpty === true;
}

/** SVG is disabled because its sizes aren't in pixels, and `image-size` parses it with patterns that may be slow. */
disableTypes(['svg']);

/** A picture's size may come after profiles, thumbnails, and other metadata. */
export const pictureHeadBytes = 1024 * 1024;

/**
 * A picture's size in pixels when displayed, from the start of its file. Takes into account that its metadata may
 * rotate it.
 */
export function pictureSize(head: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch {
    return undefined;
  }
}
