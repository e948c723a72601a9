/** Dots between a title and its page number. */
export const leaderDots = /(?:\. ?){5}/;

const marker = /^(?:[•◦▪‣○●■□–—·∙▸►✓➢❖*-](?=\s|$)|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)](?=\s|$))/u;

/** Returns the bullet or number at the start of a list item. */
export function markerOf(text: string): string | undefined {
  return marker.exec(text)?.[0];
}

/**
 * Returns the number of a list item's label, or its letter's position in the alphabet. Returns `undefined` for bullets.
 */
export function numberOf(found: string): number | undefined {
  const name = found.replaceAll(/[().]/g, '');
  if (/^\d+$/.test(name)) return Number(name);
  return /^[a-z]$/i.test(name) ? name.toLowerCase().charCodeAt(0) - 96 : undefined;
}
