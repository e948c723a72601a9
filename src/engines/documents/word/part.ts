import { own } from '../../../util/own.ts';
import {
  childOf,
  type XmlElement,
  element,
  elementsOf,
  numberOf,
  textElement,
  textIn,
  toggleOf,
  valueOf,
} from '../xmlTree.ts';
import { Fields, linkOf, symbolText, unicodeText } from './fields.ts';
import type { ListCounter, ListMark } from './numbering.ts';
import { fontOf, headingId, levelOf, type WordStyles } from './styles.ts';

const noBreakHyphen = '\u2011';
/** The font by which officeparser recognizes inline code. */
const codeFont = element('w:rFonts', { 'w:ascii': 'monospace' });
/** Elements for deleted or moved content, which Word only shows as tracked changes, and for invisible marks. */
const removed: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'w:softHyphen', 'w:proofErr']);

/** List markers and links that officeparser can't read. The rewritten document contains numbered names instead of them. */
export interface Named {
  readonly marks: ListMark[];
  readonly links: string[];
}

/** Rewrites a part of a Word document so that officeparser reads the content that Word shows. */
export class PartRewriter {
  readonly #styles: WordStyles;
  readonly #named: Named;
  readonly #addresses: ReadonlyMap<string, string>;
  readonly #counter: ListCounter;
  #fields = new Fields();
  /** False inside fallback content, which repeats other content and so mustn't advance list numbers. */
  #isCounting = true;

  /** @param addresses the targets of links, keyed by relationship id */
  constructor(
    styles: WordStyles,
    counter: ListCounter,
    addresses: ReadonlyMap<string, string>,
    named: Named,
  ) {
    this.#styles = styles;
    this.#counter = counter;
    this.#addresses = addresses;
    this.#named = named;
  }

  rewrite(root: XmlElement): XmlElement {
    return { ...root, children: this.#children(root, undefined) };
  }

  #children({ children }: XmlElement, style: string | undefined): XmlElement['children'] {
    const result: XmlElement['children'] = [];
    let joined: { readonly paragraph: XmlElement; readonly content: XmlElement['children'] } | undefined;
    for (const child of children) {
      if (typeof child === 'string') result.push(child);
      else if (child.name === 'w:p') {
        const content = joined?.content ?? [];
        for (const each of this.#content(child)) content.push(each);
        joined = this.#hasNoEnd(child) ? { paragraph: child, content } : undefined;
        if (joined === undefined) result.push(this.#paragraph(child, content));
      } else {
        if (child.name === 'w:tbl' && joined !== undefined) {
          result.push(this.#paragraph(joined.paragraph, joined.content));
          joined = undefined;
        }
        result.push(...this.#rewritten(child, style));
      }
    }
    if (joined !== undefined && joined.content.length > 0) {
      result.push(this.#paragraph(joined.paragraph, joined.content));
    }
    return result;
  }

  #rewritten(child: XmlElement, style: string | undefined): XmlElement[] {
    if (removed.has(child.name)) return [];
    switch (child.name) {
      case 'w:r':
        return this.#run(child, style);
      case 'w:tr': {
        const properties = childOf(child, 'w:trPr');
        const isGone = childOf(properties, 'w:del') ?? toggleOf(childOf(properties, 'w:hidden'));
        return isGone ? [] : [this.#same(child, style)];
      }
      case 'w:hyperlink':
        return [this.#hyperlink(this.#same(child, style))];
      case 'w:fldSimple': {
        const link = linkOf(own(child.attributes, 'w:instr') ?? '');
        const same = this.#same(child, style);
        return link === undefined ? [same] : [this.#linked(link, same.children)];
      }
      case 'w:txbxContent':
        return [this.#apart(child)];
      case 'mc:Fallback': {
        const isCounting = this.#isCounting;
        this.#isCounting = false;
        const same = this.#same(child, style);
        this.#isCounting = isCounting;
        return [same];
      }
      default:
        return [this.#same(child, style)];
    }
  }

  #same(child: XmlElement, style: string | undefined): XmlElement {
    return child.children.length === 0 ? child : { ...child, children: this.#children(child, style) };
  }

  /** Rewrites a text box without the fields around it, since they don't include its text. */
  #apart(child: XmlElement): XmlElement {
    const fields = this.#fields;
    this.#fields = new Fields();
    const same = this.#same(child, undefined);
    this.#fields = fields;
    return same;
  }

  /** Returns the content of a paragraph without its properties. */
  #content(paragraph: XmlElement): XmlElement['children'] {
    const style = valueOf(childOf(paragraph, 'w:pPr', 'w:pStyle'));
    const content = paragraph.children.filter((each) => typeof each === 'string' || each.name !== 'w:pPr');
    return this.#children({ ...paragraph, children: content }, style);
  }

  /** True if a paragraph continues in the next one: a drop cap, or one whose paragraph mark is deleted or hidden. */
  #hasNoEnd(paragraph: XmlElement): boolean {
    const properties = childOf(paragraph, 'w:pPr');
    const dropCap = own(childOf(properties, 'w:framePr')?.attributes ?? {}, 'w:dropCap');
    if (dropCap === 'drop' || dropCap === 'margin') return true;
    const end = childOf(properties, 'w:rPr');
    if (childOf(end, 'w:del') ?? childOf(end, 'w:moveFrom')) return true;
    // A paragraph mark hidden with `specVanish` lets a heading and text share a line.
    if (toggleOf(childOf(end, 'w:specVanish'))) return false;
    const style = valueOf(childOf(properties, 'w:pStyle'));
    return toggleOf(childOf(end, 'w:vanish')) ?? this.#styles.isHidden(style) ?? false;
  }

  #paragraph(paragraph: XmlElement, content: XmlElement['children']): XmlElement {
    const properties = childOf(paragraph, 'w:pPr');
    const style = valueOf(childOf(properties, 'w:pStyle'));
    const direct = levelOf(numberOf(childOf(properties, 'w:outlineLvl')) ?? -1);
    const level = this.#styles.headingLevel(style) ?? direct;
    const mark = this.#mark(properties, style);
    const added: XmlElement[] = [];
    if (style !== undefined || level !== undefined) {
      const isDirect = level !== undefined && this.#styles.headingLevel(style) === undefined;
      const id = isDirect ? headingId(level, style) : this.#styles.readableId(style ?? '');
      added.push(element('w:pStyle', { 'w:val': id }));
    }
    const text: XmlElement[] = [];
    if (mark !== undefined && level !== undefined) {
      const label = mark.label ?? (mark.isOrdered ? `${mark.number}. ` : '');
      if (label !== '') text.push(element('w:r', {}, [textElement(label)]));
    } else if (mark !== undefined) {
      const name = `${markPrefix}${this.#named.marks.push(mark) - 1}`;
      const level = element('w:ilvl', { 'w:val': String(mark.level) });
      added.push(element('w:numPr', {}, [level, element('w:numId', { 'w:val': name })]));
    }
    const kept = (properties?.children ?? []).filter(
      (each) => typeof each === 'string' || (each.name !== 'w:pStyle' && each.name !== 'w:numPr'),
    );
    return { ...paragraph, children: [element('w:pPr', {}, [...added, ...kept]), ...text, ...content] };
  }

  #mark(properties: XmlElement | undefined, style: string | undefined): ListMark | undefined {
    const direct = childOf(properties, 'w:numPr');
    const inherited = this.#styles.numbering(style);
    const id = valueOf(childOf(direct, 'w:numId')) ?? inherited?.id;
    if (id === undefined || id === '0' || !this.#isCounting) return undefined;
    const level = numberOf(childOf(direct, 'w:ilvl'));
    const ofStyle = this.#counter.levelOf(id, inherited?.styles ?? []) ?? inherited?.level;
    return this.#counter.next(id, level ?? ofStyle ?? 0);
  }

  #hyperlink(link: XmlElement): XmlElement {
    const address = this.#addresses.get(own(link.attributes, 'r:id') ?? '');
    const place = own(link.attributes, 'w:anchor') ?? own(link.attributes, 'w:docLocation');
    if (address === undefined || place === undefined) return link;
    return this.#linked(`${address}#${place.replace(/^#/, '')}`, link.children);
  }

  #linked(link: string, content: XmlElement['children']): XmlElement {
    const name = link.startsWith('#') ? link.slice(1) : `${linkPrefix}${this.#named.links.push(link) - 1}`;
    return element('w:hyperlink', { 'w:anchor': name }, content);
  }

  #run(run: XmlElement, paragraphStyle: string | undefined): XmlElement[] {
    const properties = childOf(run, 'w:rPr');
    const style = valueOf(childOf(properties, 'w:rStyle'));
    const isHidden =
      toggleOf(childOf(properties, 'w:vanish')) ??
      (style === undefined ? undefined : this.#styles.isHidden(style)) ??
      this.#styles.isHidden(paragraphStyle);
    const font = fontOf(properties) ?? (style === undefined ? undefined : this.#styles.font(style));
    const content: XmlElement[] = [];
    const bases: XmlElement[] = [];
    for (const child of elementsOf(run)) {
      content.push(...this.#inRun(child, font ?? this.#styles.font(paragraphStyle)));
      // Only the base text is kept. Ruby text shows its pronunciation.
      if (child.name === 'w:ruby') bases.push(...elementsOf(childOf(child, 'w:rubyBase') ?? element('')));
    }
    if (isHidden) return [];
    const runs = [
      { ...run, children: content },
      ...bases.flatMap((base) => this.#rewritten(base, paragraphStyle)),
    ];
    const { link } = this.#fields;
    return link === undefined ? runs : [this.#linked(link, runs)];
  }

  #inRun(child: XmlElement, font: string | undefined): XmlElement[] {
    switch (child.name) {
      case 'w:t':
        return this.#fields.isInstruction ? [] : [textElement(unicodeText(textIn(child), font))];
      case 'w:noBreakHyphen':
        return [textElement(noBreakHyphen)];
      case 'w:ptab':
        return [element('w:tab')];
      case 'w:sym': {
        const code = Number.parseInt(own(child.attributes, 'w:char') ?? '', 16);
        return [textElement(symbolText(own(child.attributes, 'w:font') ?? '', code))];
      }
      case 'w:fldChar':
        return [child, ...this.#fields.mark(child)];
      case 'w:instrText':
        this.#fields.instruct(textIn(child));
        return [child];
      case 'w:rPr': {
        const style = valueOf(childOf(child, 'w:rStyle'));
        if (style === undefined || !this.#styles.isCode(style)) return [child];
        return [{ ...child, children: [codeFont, ...child.children] }];
      }
      default:
        return this.#rewritten(child, undefined);
    }
  }
}

/** Prefixes for the names that replace list markers and links. Real ids of numberings and bookmarks have no colon. */
export const markPrefix = 'mark:';
export const linkPrefix = 'link:';
