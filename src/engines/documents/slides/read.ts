import type { Element, ElementContent } from 'hast';
import { damaged } from '../../api/conversionError.ts';
import { documentFault } from '../faults.ts';
import { type Document, element } from '../tree/document.ts';
import { tableOf } from '../tree/tables.ts';
import { readDrawing } from '../word/drawings.ts';
import { chartFigure, diagramList } from '../word/figures.ts';
import { coreProperties, OfficePackage, partOf, type Relations } from '../word/package.ts';
import { uncropped, WordPictures } from '../word/pictures.ts';
import { unwrapOnly } from '../word/tables.ts';
import { attributeOf, childOf, childrenOf, elementsOf, type XmlElement } from '../xmlTree.ts';
import { Bullets, kindOf, placeholderOf, shapesOf } from './bullets.ts';
import { SlideText } from './text.ts';
import { repeatCounter, type RepeatCounter } from '../tree/limits.ts';

/** Placeholders that repeat on all slides. */
const repeated: ReadonlySet<string> = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
const titles: ReadonlySet<string> = new Set(['title', 'ctrTitle']);

/**
 * Reads a PowerPoint presentation that isn't encrypted: the text, tables, pictures, charts, and diagrams of each slide
 * in their order, and its notes.
 * @throws ConversionError
 */
export async function readSlides(bytes: Buffer): Promise<Document> {
  try {
    return await new PresentationReader(bytes).read();
  } catch (error) {
    throw documentFault(error);
  }
}

class PresentationReader {
  readonly #parts: OfficePackage;
  readonly #pictures: WordPictures;
  readonly #count: RepeatCounter;

  constructor(bytes: Buffer) {
    this.#parts = new OfficePackage(bytes);
    this.#pictures = new WordPictures(this.#parts);
    this.#count = repeatCounter(bytes.length);
  }

  async read(): Promise<Document> {
    const parts = this.#parts;
    const ofPackage = parts.relations('');
    const main = partOf(ofPackage, 'officeDocument') ?? 'ppt/presentation.xml';
    const presentation = parts.xml(main);
    if (presentation === undefined) throw damaged('document');
    const relations = parts.relations(main);
    const names = childrenOf(childOf(presentation, 'p:sldIdLst'), 'p:sldId').map(
      (each) => relations.get(attributeOf(each, 'r:id') ?? '')?.target ?? '',
    );
    const children = names.flatMap((name, at) => {
      const slide = this.#slide(name);
      return at === 0 ? [slide] : [element('hr', {}), slide];
    });
    const core = coreProperties(parts, ofPackage);
    return {
      root: { type: 'root', children },
      pictures: await this.#pictures.finish(),
      title: core('dc:title'),
      author: core('dc:creator'),
      language: core('dc:language'),
    };
  }

  #slide(name: string): Element {
    const relations = this.#parts.relations(name);
    const layout = partOf(relations, 'slideLayout') ?? '';
    const master = partOf(this.#parts.relations(layout), 'slideMaster') ?? '';
    const bullets = new Bullets(this.#parts.xml(layout), this.#parts.xml(master));
    const shapes = shapesOf(this.#parts.xml(name)).toSorted(
      (a, b) => Number(isTitle(b)) - Number(isTitle(a)),
    );
    const blocks = shapes.flatMap((shape) => this.#shape(shape, relations, bullets));
    const notes = this.#notes(partOf(relations, 'notesSlide'));
    return element('section', { className: ['slide'] }, [...blocks, ...notes]);
  }

  #notes(name: string | undefined): Element[] {
    if (name === undefined) return [];
    const shapes = shapesOf(this.#parts.xml(name)).filter((shape) => kindOf(placeholderOf(shape)) === 'body');
    const text = new SlideText(this.#parts.relations(name));
    const bullets = new Bullets(undefined, undefined);
    const blocks = shapes.flatMap((shape) => text.blocks(childOf(shape, 'p:txBody'), bullets.of(shape)));
    return blocks.length === 0 ? [] : [element('div', { className: ['notes'] }, blocks)];
  }

  #shape(shape: XmlElement, relations: Relations, bullets: Bullets): ElementContent[] {
    const text = new SlideText(relations);
    switch (shape.name) {
      case 'p:sp': {
        if (repeated.has(kindOf(placeholderOf(shape)) ?? '')) return [];
        const body = childOf(shape, 'p:txBody');
        if (isTitle(shape)) return [text.title(body) ?? []].flat();
        return [...this.#drawing(shape, relations), ...text.blocks(body, bullets.of(shape))];
      }
      case 'p:graphicFrame': {
        const table = childOf(shape, 'a:graphic', 'a:graphicData', 'a:tbl');
        return table === undefined ? this.#drawing(shape, relations) : [tableIn(table, text)];
      }
      case 'p:pic':
        return this.#drawing(shape, relations);
      default:
        return [];
    }
  }

  /** Returns the pictures, charts, and diagrams in a shape. */
  #drawing(shape: XmlElement, relations: Relations): Element[] {
    const { pictures, charts, diagrams } = readDrawing(shape);
    const rootOf = (id: string): XmlElement | undefined => this.#parts.xml(relations.get(id)?.target ?? '');
    const figures = [
      ...charts.map(rootOf).map((root) => root && chartFigure(root, this.#count)),
      ...diagrams.map(rootOf).map((root) => root && diagramList(root)),
    ].filter((figure) => figure !== undefined);
    const properties = elementsOf(shape).find(({ name }) => /^p:nv\w*Pr$/.test(name));
    const alt = attributeOf(childOf(properties, 'p:cNvPr'), 'descr') ?? '';
    const images = pictures.flatMap(({ relation, crop }) => {
      const target = relations.get(relation);
      const src =
        target === undefined || target.isExternal
          ? undefined
          : this.#pictures.add(target.target, crop ?? uncropped);
      if (src === undefined && target === undefined && alt === '') return [];
      return [element('p', {}, [src === undefined ? `[${alt || 'Picture'}]` : element('img', { src, alt })])];
    });
    return [...images, ...figures];
  }
}

function isTitle(shape: XmlElement): boolean {
  return titles.has(kindOf(placeholderOf(shape)) ?? '');
}

/** Reads a table (ECMA-376, part 1, 21.1.3.13). */
function tableIn(table: XmlElement, text: SlideText): Element {
  const hasHead = /^(?:1|true)$/.test(attributeOf(childOf(table, 'a:tblPr'), 'firstRow') ?? '');
  const rows = childrenOf(table, 'a:tr').map((row, at) => {
    const cells = childrenOf(row, 'a:tc').filter(
      (cell) => attributeOf(cell, 'hMerge') === undefined && attributeOf(cell, 'vMerge') === undefined,
    );
    const shown = cells.map((cell) => cellIn(cell, hasHead && at === 0, text));
    return element('tr', {}, shown);
  });
  return hasHead ? tableOf(rows.slice(0, 1), rows.slice(1)) : tableOf([], rows);
}

function cellIn(cell: XmlElement, isHeader: boolean, text: SlideText): Element {
  const bullets = new Bullets(undefined, undefined);
  const blocks = text.blocks(childOf(cell, 'a:txBody'), bullets.of(cell));
  const span = (name: string): number | undefined => {
    const count = Number.parseInt(attributeOf(cell, name) ?? '', 10);
    return count > 1 ? count : undefined;
  };
  const properties = { colSpan: span('gridSpan'), rowSpan: span('rowSpan') };
  const made = element(isHeader ? 'th' : 'td', properties, blocks);
  unwrapOnly(made);
  return made;
}
