/**
 * Formats whose pictures can be resized without changing the format. No service lists these pairs, but converting to
 * WebP should also keep existing WebP files.
 */
export const redrawnFormats: readonly string[] = ['png', 'webp'];
