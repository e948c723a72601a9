import { formatById } from './table.ts';

/** Image formats that all browsers show, the smallest first. */
export const webImages = ['avif', 'webp', 'svg', 'jpg', 'png', 'apng', 'gif', 'ico', 'bmp'] as const;

/** Their file extensions. */
export const webImageExtensions: readonly string[] = webImages.flatMap((id) => [
  id,
  ...(formatById(id)?.extensions ?? []),
]);

/**
 * Formats whose pictures can be resized without changing the format. No service lists these pairs, but converting to
 * WebP should also keep existing WebP files.
 */
export const redrawnFormats: readonly string[] = ['png', 'webp'];
