import type { Element, ElementContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { texOfMathMl } from '../html/mathMl.ts';
import { type Document, element, formulaElement } from '../tree/document.ts';
import { describedPicture, pictureIn, Pictures } from '../tree/pictures.ts';
import { inlineContent } from '../tree/runs.ts';
import { attributeOf, childOf, childrenOf, elementsOf, textIn, type XmlElement } from '../xmlTree.ts';
import type { ZippedFiles } from '../zippedFiles.ts';

/** What a frame or another shape shows: something in a line, or blocks below it. */
interface FrameContent {
  readonly inline?: Element;
  readonly blocks: readonly ElementContent[];
}

interface BlockReaders {
  readonly blocks: (box: XmlElement) => ElementContent[];
  readonly tables: (root: XmlElement) => Element[];
}

const pixelsPer: Readonly<Record<string, number>> = {
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  in: 96,
  pt: 4 / 3,
  px: 1,
};
const isAddress = /^[a-z][a-z\d+.-]+:|^\.\.\//i;

/** Reads frames and other shapes, and collects their pictures. */
export class Frames {
  readonly #files: ZippedFiles;
  readonly #readers: BlockReaders;
  readonly #collected = new Pictures();

  constructor(files: ZippedFiles, readers: BlockReaders) {
    this.#files = files;
    this.#readers = readers;
  }

  get pictures(): Document['pictures'] {
    return this.#collected.byName;
  }

  read(shape: XmlElement): FrameContent {
    if (shape.name === 'draw:frame') return this.#frame(shape);
    if (shape.name !== 'draw:a' && shape.name !== 'draw:g') return { blocks: this.#readers.blocks(shape) };
    const inner = elementsOf(shape)
      .filter(({ name }) => name.startsWith('draw:'))
      .map((each) => this.read(each));
    const look = { link: shape.name === 'draw:a' ? attributeOf(shape, 'xlink:href') : undefined };
    const runs = inner.flatMap(({ inline }) => (inline === undefined ? [] : [{ content: inline, look }]));
    const [only, ...others] = inlineContent(runs);
    const blocks = inner.flatMap((each) => each.blocks);
    if (only?.type !== 'element') return { blocks };
    return { inline: others.length === 0 ? only : element('span', {}, [only, ...others]), blocks };
  }

  #frame(frame: XmlElement): FrameContent {
    const object = childOf(frame, 'draw:object');
    const shown = object && this.#object(object);
    if (shown !== undefined) return shown;
    const box = childOf(frame, 'draw:text-box');
    if (box !== undefined) return { blocks: this.#readers.blocks(box) };
    const table = this.#readers.tables(frame);
    if (table.length > 0) return { blocks: table };
    const images = childrenOf(frame, 'draw:image');
    if (images.length === 0) return { blocks: [] };
    const [description, title] = ['svg:desc', 'svg:title'].map((name) => textOf(childOf(frame, name)));
    const alt = description || title || '';
    const sources = images.map((image) => this.#source(image));
    const src = sources.find((source) => source !== undefined);
    if (src === undefined) return { inline: describedPicture(alt), blocks: [] };
    const [width, height] = ['svg:width', 'svg:height'].map((name) => pixelsOf(attributeOf(frame, name)));
    return { inline: element('img', { src, alt, width, height }), blocks: [] };
  }

  /** Returns the name of a picture in the document, or the address of one elsewhere. */
  #source(image: XmlElement): string | undefined {
    const path = attributeOf(image, 'xlink:href') ?? '';
    if (isAddress.test(path)) return path.replace(/^\.\.\//, '');
    const inline = childOf(image, 'office:binary-data');
    return this.#collected.add(path, () =>
      pictureIn(inline === undefined ? this.#files.read(path) : Buffer.from(textIn(inline), 'base64')),
    );
  }

  /** Returns a formula or chart, or `undefined` for other objects, which have a picture. */
  #object(object: XmlElement): FrameContent | undefined {
    const path = attributeOf(object, 'xlink:href');
    const root = path === undefined ? elementsOf(object)[0] : this.#files.xml(`${path}/content.xml`);
    if (root === undefined) return undefined;
    if (/^(?:\w+:)?math$/.test(root.name))
      return { inline: formulaElement({ tex: texOfMathMl(treeOf(root)), isBlock: false }), blocks: [] };
    const chart = childOf(root, 'office:body', 'office:chart', 'chart:chart');
    const tables = chart === undefined ? [] : this.#readers.tables(chart);
    if (tables.length === 0) return undefined;
    const title = textOf(childOf(chart, 'chart:title'));
    const caption = title === '' ? [] : [element('figcaption', {}, [title])];
    return { blocks: [element('figure', { className: ['chart'] }, [...tables, ...caption])] };
  }
}

function textOf(of: XmlElement | undefined): string {
  return of === undefined ? '' : textIn(of).replaceAll(/\s+/g, ' ').trim();
}

function pixelsOf(length: string | undefined): number | undefined {
  const [, value, unit] = /^([\d.]{1,12})(cm|mm|in|pt|px)$/.exec(length ?? '') ?? [];
  const pixels = Math.round(Number(value) * (ownValue(pixelsPer, unit ?? '') ?? Number.NaN));
  return pixels > 0 ? pixels : undefined;
}

function treeOf({ name, attributes, children }: XmlElement): Element {
  return element(
    name.slice(name.indexOf(':') + 1),
    attributes,
    children.map((child) => (typeof child === 'string' ? child : treeOf(child))),
  );
}
