import { disableTypes, imageSize } from 'image-size';
import { beginsSo } from '../../contract/formats/signature.ts';
import { formatById, necessaryBeginnings } from '../../contract/formats/table.ts';

/** Number of bytes checked at the start of a file. */
export const magicLength = 1024;

/** True if a file with this beginning can be of the format; a format with unknown beginnings matches anything. */
export function mayBeFormat(head: Buffer, format: string | undefined): boolean {
  const beginnings = format === undefined ? [] : necessaryBeginnings(format);
  const text = head.toString('latin1');
  return beginnings.length === 0 || beginnings.some((beginning) => beginsSo(text, beginning));
}

/** True if a file of the format may be empty: an empty text is valid, an empty picture isn't. */
export function canBeEmpty(format: string): boolean {
  return formatById(format)?.canBeEmpty === true;
}

/** Its sizes aren't in pixels, and its patterns may be slow. */
disableTypes(['svg']);

/** Profiles, thumbnails, and other metadata may precede a picture's size. */
export const pictureHeadBytes = 1024 * 1024;

/** A picture's displayed size in pixels, from the start of its file: its metadata may rotate it. */
export function pictureSize(head: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch {
    return undefined;
  }
}
