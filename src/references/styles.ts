import { tokenize, tokenTypes } from 'css-tree/tokenizer';
import { string, url } from 'css-tree/utils';
import { type Link, type LinkPart, linksAt, type MediaType, type Notation } from './link.ts';

const { AtKeyword, Function, LeftParenthesis, RightParenthesis, Semicolon, String, Url, WhiteSpace } =
  tokenTypes;

/** Functions that take addresses as strings. */
const addressFunctions = new Set(['url', 'src', 'image-set', '-webkit-image-set']);

/** `@font-face` and `@import` also contain addresses. In `@import`, a plain string is an address. */
const importing = '@import';

const unquoted: Notation = {
  kind: 'url',
  isSure: true,
  read: (raw) => url.decode(`url(${raw})`),
  write: (path) => path,
};
const quoted: Notation = { ...unquoted, read: (raw) => string.decode(`"${raw}"`) };

interface OpenFunction {
  readonly name: string;
  /** Number of links found before the function. Later links are inside it. */
  readonly before: number;
}

/** A link whose media type may follow. */
interface Draft {
  readonly link: Link;
  mediaType: MediaType | undefined;
}

/**
 * Links in CSS: in `url()`, quoted or not, in `image-set()` with its media types, and in `@import`. SCSS and Less are
 * parsed the same way.
 */
export function styleLinks(part: LinkPart): Link[] {
  const { text, offset } = part;
  const found: Draft[] = [];
  const open: OpenFunction[] = [];
  let atRule = '';
  const add = (start: number, end: number, notation: Notation): void => {
    for (const link of linksAt(part, { start, end }, notation)) {
      found.push({ link, mediaType: undefined });
    }
  };
  tokenize(text, (type, start, end) => {
    const token = text.slice(start, end);
    if (type === Function) {
      open.push({ name: token.slice(0, -1).toLowerCase(), before: found.length });
    } else if (type === LeftParenthesis) {
      open.push({ name: '', before: found.length });
    } else if (type === RightParenthesis) {
      open.pop();
    } else if (type === Url) {
      add(start + 'url('.length, token.endsWith(')') ? end - 1 : end, unquoted);
    } else if (type === String && open.at(-1)?.name === 'type') {
      const last = found.length > (open.at(-2)?.before ?? found.length) ? found.at(-1) : undefined;
      if (last !== undefined)
        last.mediaType = { ...inner(start + offset, end + offset), value: token.slice(1, -1) };
    } else if (type === String && (addressFunctions.has(open.at(-1)?.name ?? '') || atRule === importing)) {
      const { start: from, end: to } = inner(start, end);
      add(from, to, quoted);
    }
    if (type === AtKeyword) atRule = token.toLowerCase();
    else if (type === Semicolon || (type !== WhiteSpace && atRule !== importing)) atRule = '';
  });
  return found.map(({ link, mediaType }) => ({ ...link, mediaType }));
}

/** The range of a quoted string without its quotes. */
function inner(start: number, end: number): { start: number; end: number } {
  return { start: start + 1, end: end - 1 };
}
