import { formatById } from './table.ts';

/** Image formats that all browsers show, starting with the one that makes the smallest files. */
export const webImages = ['avif', 'webp', 'svg', 'jpg', 'png', 'apng', 'gif', 'ico', 'bmp'] as const;

/** File extensions of `webImages`. */
export const webImageExtensions: readonly string[] = webImages.flatMap((id) => [
  id,
  ...(formatById(id)?.extensions ?? []),
]);

/**
 * Image formats that can be resized without changing the format. No service lists a conversion of a format to itself,
 * but converting pictures to WebP should also keep existing WebP files.
 */
export const resizableFormats: readonly string[] = ['png', 'webp'];
