/**
 * Formats of which pictures can be drawn in another size without becoming of another format. No service lists these pairs:
 * who wants his pictures as WebPs keeps those that are.
 */
export const redrawnFormats: readonly string[] = ['png', 'webp'];
