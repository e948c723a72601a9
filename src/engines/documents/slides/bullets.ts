import { ownValue } from '../../../util/ownValue.ts';
import { listNumber, wordFormats } from '../tree/listNumbers.ts';
import { bulletMark, isOrdered, type ListMark } from '../word/numbering.ts';
import type { Block } from '../word/structure.ts';
import { attributeOf, childOf, elementsOf, type XmlElement } from '../xmlTree.ts';

const bullets: ReadonlySet<string> = new Set(['a:buNone', 'a:buChar', 'a:buAutoNum', 'a:buBlip']);
/** Placeholders whose text isn't in the style of a slide's body. */
const otherKinds: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
const deepestLevel = 8;
/** English metric units per twentieth of a point. */
const emusPerTwip = 635;
const numbers: Readonly<Record<string, string>> = {
  alphaLc: 'a',
  alphaUc: 'A',
  arabic: '1',
  romanLc: 'i',
  romanUc: 'I',
};

/** Returns the shapes on a slide, also those in groups. */
export function shapesOf(root: XmlElement | undefined): readonly XmlElement[] {
  const inTree = (tree: XmlElement | undefined): XmlElement[] =>
    (tree === undefined ? [] : elementsOf(tree)).flatMap((each) =>
      each.name === 'p:grpSp' ? inTree(each) : [each],
    );
  return inTree(childOf(root, 'p:cSld', 'p:spTree'));
}

export function placeholderOf(shape: XmlElement): XmlElement | undefined {
  const properties = elementsOf(shape).find(({ name }) => /^p:nv\w*Pr$/.test(name));
  return childOf(properties, 'p:nvPr', 'p:ph');
}

/** Returns the kind of a placeholder. Those without one contain text like a body. */
export function kindOf(place: XmlElement | undefined): string | undefined {
  return place && (attributeOf(place, 'type') ?? 'body');
}

/** Places a paragraph in a list, by its mark or its indentation. */
export type PlaceOf = (paragraph: XmlElement) => Pick<Block, 'indent' | 'itemIndent' | 'mark'>;

/** The last number at a level, and what continues it. */
interface Count {
  readonly key: string;
  readonly number: number;
}

/** Finds the bullets and numbers that paragraphs have themselves, or inherit from a slide's layout and master. */
export class Bullets {
  readonly #layout: readonly XmlElement[];
  readonly #master: readonly XmlElement[];
  readonly #bodyStyle: XmlElement | undefined;

  constructor(layout: XmlElement | undefined, master: XmlElement | undefined) {
    this.#layout = shapesOf(layout);
    this.#master = shapesOf(master);
    this.#bodyStyle = childOf(master, 'p:txStyles', 'p:bodyStyle');
  }

  /** Returns a function that places the paragraphs of a shape in lists, one after the other. */
  of(shape: XmlElement): PlaceOf {
    const styles = this.#stylesOf(shape);
    const counts: Count[] = [];
    return (paragraph) => {
      const properties = childOf(paragraph, 'a:pPr');
      const level = Math.min(deepestLevel, Number(attributeOf(properties, 'lvl') ?? 0) || 0);
      const inherited = [properties, ...styles.map((style) => childOf(style, `a:lvl${level + 1}pPr`))];
      const margin = inherited.map((each) => attributeOf(each, 'marL')).find((each) => each !== undefined);
      const indent = Math.round((Number(margin ?? 0) || 0) / emusPerTwip);
      const bullet = inherited.map(bulletIn).find((each) => each !== undefined);
      const mark =
        bullet === undefined || bullet.name === 'a:buNone' ? undefined : markOf(bullet, level, counts);
      counts.length = mark !== undefined && isOrdered(mark) ? level + 1 : level;
      return { mark, indent, itemIndent: indent };
    };
  }

  #stylesOf(shape: XmlElement): readonly (XmlElement | undefined)[] {
    const place = placeholderOf(shape);
    const ownStyle = childOf(shape, 'p:txBody', 'a:lstStyle');
    if (place === undefined || otherKinds.has(kindOf(place) ?? '')) return [ownStyle];
    const index = attributeOf(place, 'idx');
    const isSameKind = (each: XmlElement): boolean => kindOf(placeholderOf(each)) === kindOf(place);
    const isSamePlace = (each: XmlElement): boolean => attributeOf(placeholderOf(each), 'idx') === index;
    const layout = this.#layout.find(index === undefined ? isSameKind : isSamePlace);
    const inherited = [layout, this.#master.find(isSameKind)].map((each) =>
      childOf(each, 'p:txBody', 'a:lstStyle'),
    );
    return [ownStyle, ...inherited, this.#bodyStyle];
  }
}

function bulletIn(properties: XmlElement | undefined): XmlElement | undefined {
  return properties && elementsOf(properties).find(({ name }) => bullets.has(name));
}

function markOf(bullet: XmlElement, level: number, counts: Count[]): ListMark {
  const mark = bulletMark(level);
  if (bullet.name !== 'a:buAutoNum') return mark;
  const type = attributeOf(bullet, 'type') ?? 'arabicPeriod';
  const start = Number(attributeOf(bullet, 'startAt') ?? 1) || 1;
  const key = `${type} ${start}`;
  const last = counts[level];
  const number = last?.key === key ? last.number + 1 : start;
  counts[level] = { key, number };
  return { ...mark, ...labelOf(type, number), number };
}

/** Returns how a number is shown, by a type such as `alphaLcParenR` (ECMA-376, part 1, 20.1.10.61). */
function labelOf(type: string, number: number): Pick<ListMark, 'label' | 'format'> {
  const [, name = '', frame = ''] = /^(\w+?)(Period|ParenR|ParenBoth|Plain)?$/.exec(type) ?? [];
  const sign = ownValue(numbers, name) ?? '1';
  const [before, after] = [
    frame === 'ParenBoth' ? '(' : '',
    frame.startsWith('Paren') ? ')' : frame === 'Period' ? '.' : '',
  ];
  const label = `${before}${listNumber(number, sign)}${after}`;
  return {
    label: label === `${number}.` ? undefined : `${label} `,
    format: ownValue(wordFormats, sign) ?? 'decimal',
  };
}
