import type { Element, RootContent } from 'hast';
import { textProperty } from '../../tree/document.ts';
import { lookIn } from '../../tree/flow.ts';
import type { Look } from '../../tree/runs.ts';
import { shownSize, type SizedPicture } from '../../tree/sizedPictures.ts';
import { type Bookmarks, type Relationships, wordAddress } from './links.ts';
import { xmlText } from '../../xmlTree.ts';
import { run, textRun } from './runs.ts';

const emuPerPoint = 12_700;
const twipsPerPoint = 20;

/** The elements around text. */
export interface Surroundings {
  readonly look: Look;
  /** The attribute of a link around the text. */
  readonly link: string | undefined;
  readonly isNote: boolean;
  /** The width of a line in twips. */
  readonly room: number;
}

/** What text refers to. */
export interface TextContent {
  readonly formulas: ReadonlyMap<Element, string>;
  /** The pictures by name, or `undefined` if they are left out. */
  readonly pictures: ReadonlyMap<string, SizedPicture> | undefined;
  readonly bookmarks: Bookmarks;
  /** The height of a page without its margins, in twips. */
  readonly pageHeight: number;
}

/** Writes the text of paragraphs as runs. */
export class WordText {
  /** The relationships of the part that is being written. */
  relationships: Relationships;
  readonly #content: TextContent;
  /** Writes a note, and returns the reference to it. */
  readonly #note: (note: Element, within: Surroundings) => string;
  #pictures = 0;

  constructor(
    content: TextContent,
    relationships: Relationships,
    note: (note: Element, within: Surroundings) => string,
  ) {
    this.#content = content;
    this.relationships = relationships;
    this.#note = note;
  }

  write(nodes: readonly RootContent[], within: Surroundings): string {
    return nodes.map((node) => this.#node(node, within)).join('');
  }

  /** Returns the width of a picture in points, or 0 for one that isn't shown. */
  widthOf(node: Element): number {
    const picture = this.#content.pictures?.get(textProperty(node, 'src') ?? '');
    return picture === undefined ? 0 : shownSize(node, picture).width;
  }

  /** Returns the attribute of a link, or `undefined` for a link that leads nowhere. */
  linkOf(node: Element): string | undefined {
    return node.tagName === 'a' ? this.#linkTo(textProperty(node, 'href') ?? '') : undefined;
  }

  #linkTo(href: string): string | undefined {
    if (href.startsWith('#')) {
      const name = this.#content.bookmarks.nameFor(href);
      return name && `w:anchor="${xmlText(name)}"`;
    }
    const address = wordAddress(href);
    return address && `r:id="${this.relationships.add('hyperlink', address, true)}"`;
  }

  #node(node: RootContent, within: Surroundings): string {
    if (node.type === 'text') return textRun(node.value, within.look);
    if (node.type !== 'element') return '';
    return (
      this.#content.bookmarks.of(node) + (this.#content.formulas.get(node) ?? this.#element(node, within))
    );
  }

  #element(node: Element, within: Surroundings): string {
    switch (node.tagName) {
      case 'br':
        return run('<w:br/>', {});
      case 'img':
        return this.#picture(node, within);
      case 'input':
        return node.properties['type'] === 'checkbox' ? textRun(checkSign(node), within.look) : '';
      case 'footnote':
        return this.#note(node, within);
      case 'rp':
        return '';
      case 'rt':
        return `${textRun(' (', within.look)}${this.write(node.children, within)}${textRun(')', within.look)}`;
      default: {
        const link = within.link === undefined ? this.linkOf(node) : undefined;
        const inner = { ...within, link: link ?? within.link, look: wordLook(node, within.look, link) };
        return linked(this.write(node.children, inner), link);
      }
    }
  }

  #picture(node: Element, within: Surroundings): string {
    const { pictures, pageHeight } = this.#content;
    if (pictures === undefined) return '';
    const source = textProperty(node, 'src') ?? '';
    const alternative = textProperty(node, 'alt') ?? '';
    const picture = pictures.get(source);
    if (picture === undefined) {
      const link = within.link === undefined && /^https?:/i.test(source) ? this.#linkTo(source) : undefined;
      const text = link === undefined ? `[${alternative || 'Picture'}]` : alternative || source;
      return linked(textRun(text, wordLook(node, within.look, link)), link);
    }
    const size = shownSize(node, picture, within.room / twipsPerPoint, pageHeight / twipsPerPoint);
    const [cx, cy] = [size.width, size.height].map((each) => Math.max(1, Math.round(each * emuPerPoint)));
    const embedded = this.relationships.add('image', `media/${picture.name}`);
    this.#pictures += 1;
    const name = `id="${this.#pictures}" name="Picture ${this.#pictures}"`;
    const graphic = `<pic:pic><pic:nvPicPr><pic:cNvPr ${name}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${embedded}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>`;
    const drawing = `<wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr ${name} descr="${xmlText(alternative)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">${graphic}</a:graphicData></a:graphic></wp:inline>`;
    return run(`<w:drawing>${drawing}</w:drawing>`, {});
  }
}

function checkSign({ properties }: Element): string {
  return properties['checked'] === true ? '☑' : '☐';
}

/** Puts runs into a link with this attribute. */
export function linked(runs: string, link: string | undefined): string {
  return link === undefined || runs === ''
    ? runs
    : `<w:hyperlink ${link} w:history="1">${runs}</w:hyperlink>`;
}

/** Returns the look of text in an element, whose link has this attribute. */
export function wordLook(node: Element, look: Look, link: string | undefined): Look {
  return { ...lookIn(look, node), link: link ?? look.link };
}
