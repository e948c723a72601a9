import type { Span } from './link.ts';
import { encodedPath } from './paths.ts';
import { furthestEnd } from './spans.ts';

/**
 * True if a text mentions a file's name outside the given ranges, even if it isn't a link. A file that is mentioned
 * must not be reported as unused.
 */
export function isMentioned(text: string, name: string, except: readonly Span[]): boolean {
  const endOf = furthestEnd(except);
  return writingsOf(name).some((writing) => {
    for (let at = text.indexOf(writing); at !== -1; at = text.indexOf(writing, at + 1)) {
      const end = at + writing.length;
      if (end > endOf(at) && !isPartOfName(text.charAt(at - 1)) && !isPartOfName(text.charAt(end)))
        return true;
    }
    return false;
  });
}

/** True if a text may contain a file's name in any escaped form. A fast check before parsing. */
export function mayName(text: string, name: string): boolean {
  const [longest = name] = (name.match(/[a-z\d]+/gi) ?? []).toSorted((a, b) => b.length - a.length);
  return text.includes(longest);
}

function writingsOf(name: string): string[] {
  return [
    ...new Set([name, encodeURI(name), encodedPath(name), name.normalize('NFC'), name.normalize('NFD')]),
  ];
}

function isPartOfName(sign: string): boolean {
  return /[\p{L}\p{N}_-]/u.test(sign);
}
