import { parseAllDocuments, Scalar, visit } from 'yaml';
import { type Link, linksAt, type Notation, type LinkPart } from '../link.ts';

const plain: Notation = {
  kind: 'string',
  isSure: false,
  read: (raw) => raw,
  // Percent-encodes characters that are special in unquoted YAML. All software that reads addresses decodes them.
  write: (path) =>
    path.replaceAll(/[^\p{L}\p{N}\p{M}\w./@()+~ -]|^[@ -]/gu, (sign) => encodeURIComponent(sign)),
};

const notations = new Map<unknown, Notation>([
  [Scalar.PLAIN, plain],
  [
    Scalar.QUOTE_SINGLE,
    {
      ...plain,
      read: (raw) => raw.replaceAll("''", "'"),
      write: (path) => path.replaceAll("'", "''"),
    },
  ],
  [
    Scalar.QUOTE_DOUBLE,
    {
      ...plain,
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
    visit(document, {
      Scalar: (key, { value, type, range }) => {
        const notation = notations.get(type);
        if (key === 'key' || typeof value !== 'string' || notation === undefined || !range) return;
        const quotes = type === Scalar.PLAIN ? 0 : 1;
        links.push(...linksAt(part, { start: range[0] + quotes, end: range[1] - quotes }, notation));
      },
    });
  }
  return links;
}
