import type { Element, Root, RootContent } from 'hast';
import { fault } from '../../../contract/fault.ts';
import { percentDecoded } from '../../../util/text.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { hasClass, maxDepth, textIn, textProperty } from '../tree/document.ts';

/** The elements around an element. */
interface Around {
  readonly parent?: Element | undefined;
  readonly item?: Element | undefined;
  /** The outermost section of notes. */
  readonly section?: Element | undefined;
}

/** Visits the elements of a page in their order. @throws ConversionError if they are nested too deeply */
export function visitElements(root: Root, visit: (node: Element, around: Around) => void): void {
  const visitAll = (nodes: readonly RootContent[], depth: number, around: Around): void => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      if (depth > maxDepth) throw new ConversionError(fault('document.depth'));
      visit(node, around);
      if (node.children.length === 0) continue;
      const item = node.tagName === 'li' ? node : around.item;
      const section = around.section ?? (isSectionOfNotes(node) ? node : undefined);
      visitAll(node.children, depth + 1, { parent: node, item, section });
    }
  };
  visitAll(root.children, 1, {});
}

/** Returns the ids of the place that an element is for links. */
export function placesOf(node: Element): string[] {
  const name = node.tagName === 'a' ? textProperty(node, 'name') : undefined;
  return [textProperty(node, 'id'), name].filter((id) => id !== undefined);
}

/** The notes of a page, as GFM, Pandoc, EPUB, Wikipedia, Word, and LibreOffice write them. */
export class Notes {
  readonly #byId = new Map<string, { readonly node: Element; readonly around: Around }>();
  readonly #links: { readonly link: Element; readonly id: string }[] = [];
  readonly #ofLinks = new Map<Element, Element>();
  readonly #backTargets = new Set<string>();
  readonly #moved = new Set<Element>();

  see(node: Element, around: Around): void {
    const { parent } = around;
    const id = textProperty(node, 'id');
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, { node, around });
    const target = node.tagName === 'a' ? targetOf(node) : undefined;
    if (target === undefined || !isReference(node, parent, target)) return;
    this.#links.push({ link: node, id: target });
    for (const place of [...placesOf(node), ...(parent === undefined ? [] : placesOf(parent))])
      this.#backTargets.add(place);
  }

  /** Finds the notes of references, after all elements have been seen. */
  connect(): void {
    const sections = new Set<Element>();
    const found = new Map<string, Element | undefined>();
    for (const { link, id } of this.#links) {
      if (!found.has(id)) {
        const target = officeNote.test(id) ? id.replace(/^_|sym$/g, '') : id;
        const place = this.#byId.get(target);
        found.set(id, place && noteAt(place.node, place.around));
        if (found.get(id) !== undefined && place?.around.section !== undefined)
          sections.add(place.around.section);
      }
      const note = found.get(id);
      if (note === undefined) continue;
      this.#ofLinks.set(link, note);
      this.#moved.add(note);
    }
    for (const section of sections) if (!this.#hasMore(section)) this.#moved.add(section);
  }

  /** Returns the note to which a link, or the only link in an element, refers. */
  noteOf(node: Element): Element | undefined {
    if (this.#ofLinks.size === 0) return undefined;
    if (node.tagName === 'a') return this.#ofLinks.get(node);
    if (node.tagName !== 'sup' && node.tagName !== 'span') return undefined;
    const shown = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
    const [only] = shown;
    return shown.length === 1 && only?.type === 'element' ? this.noteOf(only) : undefined;
  }

  /** All notes with a reference. */
  get all(): Iterable<Element> {
    return new Set(this.#ofLinks.values());
  }

  /** True if an element is shown where the references to it are. */
  isMoved(node: Element): boolean {
    return this.#moved.has(node);
  }

  /** True for a link from a note to its reference, and for the number of a note. */
  isBackLink(node: Element): boolean {
    if (hasClass(node, 'mw-cite-backlink', 'label', 'sdfootnotesym', 'sdendnotesym')) return true;
    if (node.tagName !== 'a') return false;
    const isMarked =
      'dataFootnoteBackref' in node.properties || textProperty(node, 'role') === 'doc-backlink';
    return isMarked || this.#backTargets.has(targetOf(node) ?? '');
  }

  /** True if a section has other content than its notes, their heading, and their rule. */
  #hasMore(node: Element): boolean {
    return node.children.some((child) => {
      if (child.type === 'text') return child.value.trim() !== '';
      return (
        child.type === 'element' &&
        !this.#moved.has(child) &&
        !/^h[1-6r]$/.test(child.tagName) &&
        this.#hasMore(child)
      );
    });
  }
}

/** Returns the id to which a link inside the page leads. */
export function targetOf(link: Element): string | undefined {
  const href = textProperty(link, 'href');
  return href?.startsWith('#') === true && href !== '#' ? percentDecoded(href.slice(1)) : undefined;
}

function typesOf(node: Element): string[] {
  if (!('role' in node.properties || 'epub:type' in node.properties)) return [];
  return [textProperty(node, 'epub:type') ?? '', textProperty(node, 'role') ?? ''].join(' ').split(' ');
}

/** The ids of notes in pages that Word and LibreOffice save. */
const officeNote = /^(?:_(?:ftn|edn)\d+|sd(?:foot|end)note\d+sym)$/;

function isReference(link: Element, parent: Element | undefined, target: string): boolean {
  if ('dataFootnoteRef' in link.properties || officeNote.test(target)) return true;
  if (typesOf(link).some((type) => type === 'noteref' || type === 'doc-noteref')) return true;
  if (hasClass(link, 'footnote-ref', 'footnote-reference', 'noteref')) return true;
  return parent?.tagName === 'sup' && hasClass(parent, 'footnote-ref', 'reference');
}

function isSectionOfNotes(node: Element): boolean {
  const isNamed = hasClass(node, 'footnote', 'footnotes', 'footnote-list', 'references');
  const types = typesOf(node);
  return (
    (isNamed && /^(?:section|div|aside|ol)$/.test(node.tagName)) ||
    'dataFootnotes' in node.properties ||
    types.some((type) => /^(?:doc-endnotes|footnotes|endnotes|rearnotes)$/.test(type)) ||
    /mso-element:(?:footnote|endnote)-list/.test(textProperty(node, 'style') ?? '')
  );
}

/** Returns the note that a reference to this element means. The target may be a place in the note. */
function noteAt(node: Element, { item, section }: Around): Element | undefined {
  const isMarked = typesOf(node).some((type) => /^(?:doc-)?(?:foot|end|rear)?note$/.test(type));
  const isPlace = /^(?:a|p|span)$/.test(node.tagName);
  const note = !isMarked && isPlace && item !== undefined ? item : node;
  const isAlone = /^(?:aside|div|li|p)$/.test(note.tagName);
  return (isMarked || section !== undefined || isAlone) && textIn(note).trim() !== '' ? note : undefined;
}
