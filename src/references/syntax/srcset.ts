import type { Span } from '../link.ts';

/** The addresses in a `srcset`, parsed like browsers do (HTML, Parsing a srcset attribute). */
export function srcsetAddresses(text: string): Span[] {
  const addresses: Span[] = [];
  let at = 0;
  while (at < text.length) {
    while (at < text.length && /[\s,]/.test(text.charAt(at))) at += 1;
    const start = at;
    while (at < text.length && !/\s/.test(text.charAt(at))) at += 1;
    let end = at;
    while (end > start && text[end - 1] === ',') end -= 1;
    if (end > start) addresses.push({ start, end });
    // After a comma at the end of an address, there is no descriptor.
    if (end === at) at = descriptorsEnd(text, at);
  }
  return addresses;
}

function descriptorsEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === ',' && depth <= 0) return at;
  }
  return text.length;
}
