import type { Element, ElementContent } from 'hast';
import { fault } from '../../../contract/fault.ts';
import { ConversionError, damaged } from '../../api/conversionError.ts';
import { documentFault } from '../faults.ts';
import { type Document, element, maxDepth, withoutEmptyPages } from '../tree/document.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  elementsBy,
  elementsOf,
  valueOf,
  type XmlElement,
} from '../xmlTree.ts';
import { isAnchor } from '../tree/runs.ts';
import { ListCounter, WordNumbering } from './numbering.ts';
import { coreProperties, OfficePackage, partOf, type WordParts } from './package.ts';
import { PartReader } from './part.ts';
import { WordPictures } from './pictures.ts';
import type { WordContext } from './runs.ts';
import { WordStyles } from './styles.ts';
import { repeatCounter } from '../tree/limits.ts';

/**
 * Reads a Word document that isn't encrypted as Word shows it. `docs/guide.md` describes the content that is kept.
 * @throws ConversionError
 */
export async function readWord(bytes: Buffer): Promise<Document> {
  try {
    return await readParts(new OfficePackage(bytes), bytes.length);
  } catch (error) {
    throw documentFault(error);
  }
}

/**
 * Reads the parts of a document.
 * @param bytes the size of the document
 */
export async function readParts(parts: WordParts, bytes: number): Promise<Document> {
  const ofPackage = parts.relations('');
  const main = partOf(ofPackage, 'officeDocument') ?? 'word/document.xml';
  const relations = parts.relations(main);
  const body = childOf(parts.xml(main), 'w:body');
  if (body === undefined) throw damaged('document');
  const related = (kind: string): { part: string; root: XmlElement | undefined } => {
    const part = partOf(relations, kind) ?? `word/${kind}.xml`;
    return { part, root: parts.xml(part) };
  };
  const styles = new WordStyles(related('styles').root);
  const numbering = new WordNumbering(related('numbering').root, styles);
  const notes = { footnote: related('footnotes'), endnote: related('endnotes') };
  const pictures = new WordPictures(parts);
  const shared = {
    package: parts,
    styles,
    pictures,
    bookmarks: new Set([body, notes.footnote.root, notes.endnote.root].flatMap(bookmarksIn)),
    targets: new Set<string>(),
    figures: new Set<string>(),
    pageEnds: pageEndsIn(body),
    count: repeatCounter(bytes),
  };
  // A note has no notes of its own.
  const inNotes: WordContext = { ...shared, note: () => undefined };
  const noteOf = (kind: NoteKind): ((id: string) => Element | undefined) => {
    const { part, root } = notes[kind];
    const reader = new PartReader(inNotes, parts.relations(part), new ListCounter(numbering));
    return notesIn(root, kind, (note) => reader.read(note));
  };
  const readers = { footnote: noteOf('footnote'), endnote: noteOf('endnote') };
  const context: WordContext = { ...shared, note: (kind, id) => readers[kind](id) };
  const content = new PartReader(context, relations, new ListCounter(numbering)).read(body, true);
  finishAnchors(content, shared.targets);
  const core = coreProperties(parts, ofPackage);
  return {
    root: { type: 'root', children: withoutEmptyPages(content) },
    pictures: await pictures.finish(),
    title: core('dc:title'),
    author: core('dc:creator'),
    language: core('dc:language'),
  };
}

function bookmarksIn(root: XmlElement | undefined): string[] {
  const names: string[] = [];
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:bookmarkStart') names.push(attributeOf(node, 'w:name') ?? '');
    for (const child of elementsOf(node)) visit(child);
  };
  if (root !== undefined) visit(root);
  return names;
}

/** Returns the properties of sections after which the next one begins on a new page. */
function pageEndsIn(body: XmlElement): Set<XmlElement> {
  const sections: XmlElement[] = [];
  for (const child of elementsOf(body)) {
    const section = child.name === 'w:sectPr' ? child : childOf(child, 'w:pPr', 'w:sectPr');
    if (section !== undefined) sections.push(section);
  }
  const ends = sections.filter((_, index) => {
    const next = sections[index + 1];
    return next !== undefined && !/^(?:continuous|nextColumn)$/.test(valueOf(childOf(next, 'w:type')) ?? '');
  });
  return new Set(ends);
}

type NoteKind = 'footnote' | 'endnote';

/** Returns a function that makes the reference to a note, which is read when it is first referred to. */
function notesIn(
  root: XmlElement | undefined,
  kind: NoteKind,
  read: (note: XmlElement) => ElementContent[],
): (id: string) => Element | undefined {
  const known = new Map<string, Element>();
  // The others are the lines between text and notes.
  const shown = childrenOf(root, `w:${kind}`).filter(
    (note) => (attributeOf(note, 'w:type') ?? 'normal') === 'normal',
  );
  const byId = elementsBy('w:id', shown);
  return (id) => {
    const note = byId.get(id);
    if (note === undefined) return undefined;
    const made = known.get(id) ?? { ...element('footnote', { id: `${kind}-${id}` }), children: read(note) };
    known.set(id, made);
    return { ...made };
  };
}

/**
 * Sets the anchors at the beginning of blocks as ids of the blocks, and removes those to which no link leads.
 * @throws ConversionError for elements that nest too deep
 */
function finishAnchors(content: readonly ElementContent[], targets: ReadonlySet<string>): void {
  const placed = new Set<string>();
  const notes = new Set<unknown>();
  const visit = (node: Element, depth: number): void => {
    if (depth > maxDepth) throw new ConversionError(fault('document.depth'));
    if (node.tagName === 'footnote') {
      if (notes.has(node.children)) return;
      notes.add(node.children);
    }
    let kept = 0;
    for (const child of node.children) {
      if (child.type === 'element' && isAnchor(child)) {
        const id = String(child.properties['id']);
        if (!targets.has(id) || placed.has(id)) continue;
        placed.add(id);
        if (kept === 0 && blocks.test(node.tagName) && node.properties['id'] === undefined) {
          node.properties['id'] = id;
          continue;
        }
      } else if (child.type === 'element') visit(child, depth + 1);
      node.children[kept] = child;
      kept += 1;
    }
    node.children.length = kept;
  };
  for (const child of content) if (child.type === 'element') visit(child, 1);
}

const blocks = /^(?:h\d|li|p|td|th)$/;
