import { visit } from 'jsonc-parser';
import { type Link, linksAt, type MediaType, type Notation, type LinkPart } from '../link.ts';

const notation: Notation = {
  kind: 'string',
  isSure: false,
  read: (raw) => parsed(`"${raw}"`) ?? raw,
  write: (path) => JSON.stringify(path).slice(1, -1),
};

interface OpenObject {
  /** Indexes of the current object's own links in the list of links. */
  readonly links: number[];
  mediaType: MediaType | undefined;
}

/**
 * Links in the values of JSON, with or without comments. If an object's `type` is a media type, as in a web app
 * manifest, it applies to the object's files.
 */
export function jsonLinks(part: LinkPart): Link[] {
  const links: Link[] = [];
  const open: OpenObject[] = [];
  let property = '';
  visit(part.text, {
    onObjectBegin: () => void open.push({ links: [], mediaType: undefined }),
    onObjectProperty: (name) => (property = name),
    onLiteralValue: (value, offset, length) => {
      if (typeof value !== 'string') return;
      const span = { start: offset + 1, end: offset + length - 1 };
      const object = open.at(-1);
      if (object !== undefined && property === 'type' && /^[a-z]+\/[\w.+-]+$/.test(value)) {
        object.mediaType = { start: part.offset + span.start, end: part.offset + span.end, value };
        return;
      }
      for (const link of linksAt(part, span, notation)) {
        object?.links.push(links.length);
        links.push(link);
      }
    },
    onObjectEnd: () => {
      const object = open.pop();
      for (const index of object?.links ?? []) {
        const link = links[index];
        if (link !== undefined) links[index] = { ...link, mediaType: object?.mediaType };
      }
    },
  });
  return links;
}

function parsed(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
