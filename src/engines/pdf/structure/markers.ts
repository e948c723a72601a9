/** Dots that lead to a page number. */
export const leaderDots = /(?:\. ?){5}/;

const marker = /^(?:[•◦▪‣○●■□–—·∙▸►✓➢❖*-](?=\s|$)|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)](?=\s|$))/u;

/** The bullet or number that a list item begins with. */
export function markerOf(text: string): string | undefined {
  return marker.exec(text)?.[0];
}

/** The number of a label: that of a letter in the alphabet; `undefined` for bullets. */
export function numberOf(found: string): number | undefined {
  const name = found.replaceAll(/[().]/g, '');
  if (/^\d+$/.test(name)) return Number(name);
  return /^[a-z]$/i.test(name) ? name.toLowerCase().charCodeAt(0) - 96 : undefined;
}
