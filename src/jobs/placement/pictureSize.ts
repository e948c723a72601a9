import { disableTypes, imageSize } from 'image-size';

/** A size that is not in pixels, found by patterns that may take long. */
disableTypes(['svg']);

/** Profiles, thumbnails and other metadata may stand before the size of a picture. */
export const pictureHeadBytes = 1024 * 1024;

/** How large a picture is in pixels, by the beginning of its file, as it is shown: its metadata may turn it. */
export function pictureSize(head: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch {
    return undefined;
  }
}
