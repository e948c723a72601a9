import type { Element } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { element, formulaElement, merged } from '../tree/document.ts';
import { childOf, childrenOf, elementsOf, textIn, valueOf, type XmlElement } from '../xmlTree.ts';
import { type DrawnPicture, readDrawing } from './drawings.ts';
import { Fields, linkOf, noteReferenceIn, symbolText, unicodeText } from './fields.ts';
import { chartFigure, diagramList } from './figures.ts';
import { texOf } from './officeMathReader.ts';
import type { Relations, WordParts } from './package.ts';
import type { WordPictures } from './pictures.ts';
import { lookOf, type ParagraphKind, type WordLook, type WordStyles } from './styles.ts';
import { type RepeatCounter } from '../tree/limits.ts';
import { type Look, type Run } from '../tree/runs.ts';

/** What the readers of a document's parts share. */
export interface WordContext {
  readonly package: WordParts;
  readonly styles: WordStyles;
  readonly pictures: WordPictures;
  /** The names of bookmarks, to which links may lead, and those to which links do lead. */
  readonly bookmarks: ReadonlySet<string>;
  readonly targets: Set<string>;
  /** The charts and diagrams so far, each of which is shown once. */
  readonly figures: Set<string>;
  /** The properties of sections that end with a page. */
  readonly pageEnds: ReadonlySet<XmlElement>;
  readonly note: (kind: 'footnote' | 'endnote', id: string) => Element | undefined;
  readonly count: RepeatCounter;
}

/** What follows the current paragraph: a block, or the content of a text box. */
export type Follower = Element | XmlElement;

/** Properties, and marks of mistakes. */
const unread = /^w:(?:\w+Pr|proofErr)$/;
/** Elements of runs that are characters. */
const characters: Readonly<Record<string, string>> = {
  'w:noBreakHyphen': '\u2011',
  'w:tab': '\t',
  'w:ptab': '\t',
};

/** A piece of a paragraph. Blocks, such as page breaks, divide the paragraph. */
export interface Piece extends Run {
  readonly isBlock?: boolean;
}

/** The paragraph whose runs are read. */
interface Surroundings {
  readonly style: string | undefined;
  /** The look of text that isn't set off. */
  readonly usual: WordLook;
  readonly allowsBlocks: boolean;
  readonly pieces: Piece[];
}

/** Reads the text and the other content of paragraphs. */
export class RunReader {
  readonly #context: WordContext;
  readonly #relations: Relations;
  readonly #follow: (follower: Follower) => void;
  #fields = new Fields();
  #link: string | undefined;
  /** The last link in the current paragraph, whose address has been counted. */
  #counted: string | undefined;
  /** The names of open bookmarks by id, and the first notes in bookmarks by their names. */
  readonly #open = new Map<string, string>();
  readonly #notes = new Map<string, Element>();

  constructor(context: WordContext, relations: Relations, follow: (follower: Follower) => void) {
    this.#context = context;
    this.#relations = relations;
    this.#follow = follow;
  }

  /** Reads the content of a paragraph. */
  read(
    paragraph: XmlElement,
    style: string | undefined,
    kind: ParagraphKind,
    allowsBlocks: boolean,
  ): Piece[] {
    const { styles } = this.#context;
    const usual = styles.look(kind === 'text' || kind === 'list' ? undefined : style);
    const pieces: Piece[] = [];
    this.#counted = undefined;
    this.#children(paragraph, { style, usual, allowsBlocks, pieces });
    return pieces;
  }

  /** Reads the beginning or the end of a bookmark. */
  bookmark({ name, attributes }: XmlElement): Piece[] {
    const id = ownValue(attributes, 'w:id') ?? '';
    if (name === 'w:bookmarkEnd') this.#open.delete(id);
    const bookmark = name === 'w:bookmarkStart' ? ownValue(attributes, 'w:name') : undefined;
    if (bookmark === undefined || bookmark === '' || bookmark.startsWith('_GoBack')) return [];
    this.#open.set(id, bookmark);
    return [{ content: element('a', { id: bookmark }), look: {} }];
  }

  /** Reads a text box, whose text isn't part of the fields and links around it. */
  apart(read: () => void): void {
    const [fields, link] = [this.#fields, this.#link];
    [this.#fields, this.#link] = [new Fields(), undefined];
    read();
    [this.#fields, this.#link] = [fields, link];
  }

  #children(parent: XmlElement, around: Surroundings): void {
    for (const child of elementsOf(parent)) this.#inline(child, around);
  }

  #inline(child: XmlElement, around: Surroundings): void {
    if (unread.test(child.name)) return;
    switch (child.name) {
      case 'w:r':
        this.#run(child, around);
        break;
      case 'w:hyperlink':
        this.#linked(this.#addressOf(child), child, around);
        break;
      case 'w:fldSimple': {
        const instruction = ownValue(child.attributes, 'w:instr') ?? '';
        const note = this.#notes.get(noteReferenceIn(instruction) ?? '');
        if (note === undefined) this.#linked(linkOf(instruction), child, around);
        else around.pieces.push({ content: { ...note }, look: {} });
        break;
      }
      case 'w:bookmarkStart':
      case 'w:bookmarkEnd':
        around.pieces.push(...this.bookmark(child));
        break;
      case 'm:oMath':
      case 'm:oMathPara':
        this.#formula(child, around);
        break;
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        this.#drawing(child, {}, around);
        break;
      default:
        this.#children(child, around);
    }
  }

  #linked(link: string | undefined, parent: XmlElement, around: Surroundings): void {
    const outer = this.#link;
    this.#link ??= link;
    this.#children(parent, around);
    this.#link = outer;
  }

  #addressOf({ attributes }: XmlElement): string | undefined {
    const address = this.#relations.get(ownValue(attributes, 'r:id') ?? '')?.target ?? '';
    const place = ownValue(attributes, 'w:anchor') ?? ownValue(attributes, 'w:docLocation') ?? '';
    return place === '' ? address || undefined : `${address}#${place.replace(/^#/, '')}`;
  }

  /** Returns the link of the current text, unless it leads to a bookmark that is missing. */
  #currentLink(): string | undefined {
    const link = this.#link ?? this.#fields.link;
    if (link !== this.#counted) this.#context.count('text', link?.length ?? 0);
    this.#counted = link;
    if (link?.startsWith('#') !== true) return link;
    const name = link.slice(1);
    if (!this.#context.bookmarks.has(name)) return undefined;
    this.#context.targets.add(name);
    return link;
  }

  #run(run: XmlElement, around: Surroundings): void {
    const properties = childOf(run, 'w:rPr');
    const style = valueOf(childOf(properties, 'w:rStyle'));
    const look = merged(this.#context.styles.look(around.style, style), lookOf(properties));
    for (const child of elementsOf(run)) this.#inRun(child, look, around);
  }

  #inRun(child: XmlElement, look: WordLook, around: Surroundings): void {
    const add = (content: string | Element, more: Partial<Piece> = {}): void => {
      around.pieces.push({ content, look: lookBeside(look, around.usual, this.#currentLink()), ...more });
    };
    if (child.name === 'w:instrText') this.#fields.instruct(textIn(child));
    else if (child.name === 'w:fldChar') {
      const shown = this.#fields.mark(child, (instruction) =>
        this.#notes.get(noteReferenceIn(instruction) ?? ''),
      );
      if (shown !== undefined && look.isHidden !== true)
        add(typeof shown === 'string' ? shown : { ...shown });
    }
    if (look.isHidden === true || this.#fields.isHidden) return;
    const character = ownValue(characters, child.name);
    if (character !== undefined) add(character);
    switch (child.name) {
      case 'w:t':
        add(unicodeText(textIn(child), look.font));
        break;
      case 'w:cr':
        add(element('br', {}));
        break;
      case 'w:br': {
        const type = ownValue(child.attributes, 'w:type') ?? 'textWrapping';
        if (type === 'textWrapping') add(element('br', {}));
        if (type === 'page' && around.allowsBlocks)
          add(element('hr', { className: ['page-break'] }), { isBlock: true });
        break;
      }
      case 'w:sym': {
        const code = Number.parseInt(ownValue(child.attributes, 'w:char') ?? '', 16);
        add(symbolText(ownValue(child.attributes, 'w:font') ?? '', code));
        break;
      }
      case 'w:ruby':
        // Only the base text is kept. Ruby text shows its pronunciation.
        for (const base of childrenOf(child, 'w:rubyBase')) this.#children(base, around);
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference': {
        const kind = child.name === 'w:footnoteReference' ? 'footnote' : 'endnote';
        const note = this.#context.note(kind, ownValue(child.attributes, 'w:id') ?? '');
        if (note === undefined) break;
        for (const name of this.#open.values()) if (!this.#notes.has(name)) this.#notes.set(name, note);
        this.#open.clear();
        add(note);
        break;
      }
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        this.#drawing(child, look, around);
        break;
    }
  }

  #formula(math: XmlElement, { pieces, allowsBlocks }: Surroundings): void {
    if (this.#fields.isHidden) return;
    const isBlock = math.name === 'm:oMathPara' && allowsBlocks;
    for (const each of math.name === 'm:oMathPara' ? childrenOf(math, 'm:oMath') : [math]) {
      const tex = texOf(each, isBlock);
      if (tex !== '') pieces.push({ content: formulaElement({ tex, isBlock }), look: {}, isBlock });
    }
  }

  #drawing(drawing: XmlElement, look: WordLook, { usual, allowsBlocks, pieces }: Surroundings): void {
    const { pictures, boxes, charts, diagrams, hasRule } = readDrawing(drawing);
    for (const picture of pictures) {
      const content = this.#picture(picture);
      const link = this.#relations.get(picture.link ?? '')?.target ?? this.#currentLink();
      const shown = lookBeside(typeof content === 'string' ? look : {}, usual, link);
      if (content !== '') pieces.push({ content, look: shown });
    }
    if (hasRule && allowsBlocks) pieces.push({ content: element('hr', {}), look: {}, isBlock: true });
    for (const chart of charts) this.#figure(chart, (root) => chartFigure(root, this.#context.count));
    for (const diagram of diagrams) this.#figure(diagram, diagramList);
    for (const box of boxes) this.#follow(box);
  }

  #figure(relation: string, read: (root: XmlElement) => Element | undefined): void {
    const part = this.#relations.get(relation)?.target ?? '';
    if (this.#context.figures.has(part)) return;
    this.#context.figures.add(part);
    const root = this.#context.package.xml(part);
    const figure = root && read(root);
    if (figure !== undefined) this.#follow(figure);
  }

  /** Returns a picture, or the description of one that can't be shown. */
  #picture({ relation, crop, description, width, height }: DrawnPicture): Element | string {
    const found = this.#relations.get(relation);
    const isLinked = found?.isExternal === true && /^https?:/i.test(found.target);
    const src = isLinked ? found.target : found && this.#context.pictures.add(found.target, crop);
    if (src === undefined) {
      if (found === undefined && description === '') return '';
      return `[${description || 'Picture'}]`;
    }
    return element('img', { src, alt: description, width, height });
  }
}

/** Returns how text looks different from the usual text, whose look is `usual`. */
function lookBeside(look: WordLook, usual: WordLook, link: string | undefined): Look {
  const { isHidden: _, code, font, ...others } = look;
  const set = Object.entries(others).filter(([name, value]) => value !== ownValue({ ...usual }, name));
  return {
    ...Object.fromEntries(set),
    // Links have a look of their own.
    ...(link === undefined ? {} : { link, underline: false, color: undefined }),
    code: code === true || font?.toLowerCase() === 'monospace',
  };
}
