import { formatRow } from './table.ts';

/** Formats of pictures that every browser shows, the ones that save most first. */
export const webImages = ['avif', 'webp', 'svg', 'jpg', 'png', 'apng', 'gif', 'ico', 'bmp'] as const;

/** The same by what the names of their files end in. */
export const webImageExtensions: readonly string[] = webImages.flatMap((id) => [
  id,
  ...(formatRow(id)?.extensions ?? []),
]);
