import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import { own } from '../../../util/own.ts';
import { isConversionError } from '../../api/conversionError.ts';
import { textsIn, withChangedFiles } from '../changedFiles.ts';
import { withLabel } from '../lists.ts';
import { childrenOf, parseElement, withUsualPrefixes, writeElement, type XmlElement } from '../xmlTree.ts';
import { ListCounter, WordNumbering } from './numbering.ts';
import { linkPrefix, markPrefix, type Named, PartRewriter } from './part.ts';
import { WordStyles } from './styles.ts';

const readParts = /^word\/(?:[^/]+\.xml|_rels\/[^/]+\.rels)$/;

/**
 * Reads a Word document. officeparser recognizes styles only by their ids and lists only by their kind, so this
 * function first rewrites the document. `docs/guide.md` describes the content that is kept.
 * @throws ConversionError
 */
export async function readWord(
  document: Buffer,
  read: (document: Buffer) => Promise<OfficeParserAST>,
): Promise<OfficeParserAST> {
  const named: Named = { marks: [], links: [] };
  const tree = await read(plainDocument(document, named));
  return { ...tree, content: plainNodes(tree.content, named, new Map()) };
}

function plainDocument(document: Buffer, named: Named): Buffer {
  const parts = rewrittenParts(
    textsIn(document, (name) => readParts.test(name)),
    named,
  );
  const isChanged = (name: string): boolean => parts.has(name);
  // The document exceeds the limits or can't be unpacked. officeparser has the same limits, and reports the error.
  if (parts.size === 0) return document;
  return withChangedFiles(document, isChanged, (text, name) => parts.get(name) ?? text);
}

/**
 * Replaces the names from the rewriting with the list markers and links that they represent. A note with several
 * references stays a single note.
 */
function plainNodes(
  nodes: readonly OfficeContentNode[],
  named: Named,
  notes: Map<OfficeContentNode, OfficeContentNode>,
): OfficeContentNode[] {
  const plain = (node: OfficeContentNode): OfficeContentNode => {
    const same = { ...node };
    if (node.children !== undefined) same.children = plainNodes(node.children, named, notes);
    if (node.notes !== undefined) {
      same.notes = node.notes.map((note) => {
        const known = notes.get(note) ?? plain(note);
        notes.set(note, known);
        return known;
      });
    }
    return withPlainMark(withPlainLink(same, named), named);
  };
  return joinedCode(nodes.map(plain));
}

function withPlainLink(node: OfficeContentNode, { links }: Named): OfficeContentNode {
  if (node.type !== 'text' && node.type !== 'image') return node;
  const link = nameAfter(`#${linkPrefix}`, node.metadata?.link, links);
  if (link === undefined) return node;
  const metadata = { ...node.metadata, link, linkType: 'external' } as const;
  return Object.assign(node, { metadata });
}

function withPlainMark(node: OfficeContentNode, { marks }: Named): OfficeContentNode {
  if (node.type !== 'list' || node.metadata === undefined) return node;
  const mark = nameAfter(markPrefix, node.metadata.listId, marks);
  if (mark === undefined) return node;
  const { listId, level, isOrdered, number, label, format, isChecked } = mark;
  const listType = isOrdered ? 'ordered' : 'unordered';
  const task = isChecked === undefined ? {} : { isTask: true, checked: isChecked };
  const place = { listId, listType, indentation: level, itemIndex: number - 1 } as const;
  const metadata = { ...node.metadata, ...place, ...task };
  const item = { ...node, metadata };
  return label === undefined ? item : withLabel(item, label, format);
}

function nameAfter<T>(prefix: string, name: string | undefined, things: readonly T[]): T | undefined {
  return name?.startsWith(prefix) === true ? things[Number(name.slice(prefix.length))] : undefined;
}

/** Joins consecutive code paragraphs, since Word has one for each line of code. */
function joinedCode(nodes: readonly OfficeContentNode[]): OfficeContentNode[] {
  const joined: OfficeContentNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type !== 'paragraph' || node.metadata?.style !== 'Code') joined.push(node);
    else if (last?.type === 'code') last.text = `${last.text ?? ''}\n${linesOf(node)}`;
    else joined.push({ type: 'code', text: linesOf(node) });
  }
  return joined;
}

function linesOf({ children = [] }: OfficeContentNode): string {
  return children.map((child) => (child.type === 'break' ? '\n' : (child.text ?? ''))).join('');
}

/** The files with a Word document's text. */
const textParts = /^word\/(?:document|footnotes|endnotes|header|footer)\d*\.xml$/;

/** Rewrites the parts of a Word document for officeparser. */
function rewrittenParts(parts: ReadonlyMap<string, string>, named: Named): Map<string, string> {
  const part = (name: string): XmlElement | undefined => parsed(parts.get(name));
  const styleRoot = part('word/styles.xml');
  const styles = new WordStyles(styleRoot);
  const numbering = new WordNumbering(part('word/numbering.xml'), styles);
  const rewritten = new Map<string, string>();
  for (const [name, xml] of parts) {
    const root = textParts.test(name) ? parsed(xml) : undefined;
    if (root === undefined) continue;
    const addresses = addressesIn(part(name.replace(/^word\/(.+)$/, 'word/_rels/$1.rels')));
    const rewriter = new PartRewriter(styles, new ListCounter(numbering), addresses, named);
    rewritten.set(name, writeElement(rewriter.rewrite(root)));
  }
  if (styleRoot !== undefined)
    rewritten.set('word/styles.xml', writeElement(withReadableIds(styleRoot, styles)));
  return rewritten;
}

/** Parses XML. Returns undefined for invalid XML, which officeparser reports. */
function parsed(xml: string | undefined): XmlElement | undefined {
  try {
    return xml === undefined ? undefined : withUsualPrefixes(parseElement(xml));
  } catch (error) {
    if (isConversionError(error)) throw error;
    return undefined;
  }
}

function addressesIn(root: XmlElement | undefined): Map<string, string> {
  const links = childrenOf(root, 'Relationship').filter(({ attributes }) =>
    (own(attributes, 'Type') ?? '').endsWith('/hyperlink'),
  );
  return new Map(
    links.map(({ attributes }) => [own(attributes, 'Id') ?? '', own(attributes, 'Target') ?? '']),
  );
}

function withReadableIds(root: XmlElement, styles: WordStyles): XmlElement {
  const children = root.children.map((child) => {
    if (typeof child === 'string' || child.name !== 'w:style') return child;
    const id = own(child.attributes, 'w:styleId');
    const isOfParagraphs = own(child.attributes, 'w:type') === 'paragraph';
    if (id === undefined || !isOfParagraphs) return child;
    return { ...child, attributes: { ...child.attributes, 'w:styleId': styles.readableId(id) } };
  });
  return { ...root, children };
}
