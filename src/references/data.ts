import { visit as visitJson } from 'jsonc-parser';
import { parseAllDocuments, Scalar, visit as visitYaml } from 'yaml';
import { type Link, type LinkPart, linksAt, type MediaType, type Notation } from './link.ts';

const jsonString: Notation = {
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
  visitJson(part.text, {
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
      for (const link of linksAt(part, span, jsonString)) {
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

const plainScalar: Notation = {
  kind: 'string',
  isSure: false,
  read: (raw) => raw,
  // Percent-encodes characters that are special in unquoted YAML. All software that reads addresses decodes them.
  write: (path) =>
    path.replaceAll(/[^\p{L}\p{N}\p{M}\w./@()+~ -]|^[@ -]/gu, (sign) => encodeURIComponent(sign)),
};

const scalarNotations = new Map<unknown, Notation>([
  [Scalar.PLAIN, plainScalar],
  [
    Scalar.QUOTE_SINGLE,
    {
      ...plainScalar,
      read: (raw) => raw.replaceAll("''", "'"),
      write: (path) => path.replaceAll("'", "''"),
    },
  ],
  [
    Scalar.QUOTE_DOUBLE,
    {
      ...plainScalar,
      read: (raw) => raw.replaceAll(/\\(["\\/])/g, '$1'),
      write: (path) => JSON.stringify(path).slice(1, -1),
    },
  ],
]);

/** Links in the values of YAML: single-line scalars, quoted or not. */
export function yamlLinks(part: LinkPart): Link[] {
  const links: Link[] = [];
  for (const document of parseAllDocuments(part.text, { uniqueKeys: false, logLevel: 'silent' })) {
    if (!('contents' in document)) continue;
    visitYaml(document, {
      Scalar: (key, { value, type, range }) => {
        const notation = scalarNotations.get(type);
        if (key === 'key' || typeof value !== 'string' || notation === undefined || !range) return;
        const quotes = type === Scalar.PLAIN ? 0 : 1;
        links.push(...linksAt(part, { start: range[0] + quotes, end: range[1] - quotes }, notation));
      },
    });
  }
  return links;
}
