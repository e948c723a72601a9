import { disableTypes, imageSize } from 'image-size';

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
