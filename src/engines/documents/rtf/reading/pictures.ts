import { element, type XmlElement } from '../../xmlTree.ts';
import { type Group, groupsNamed, parameterOf, textNamed } from './groups.ts';

const twipsPerPoint = 20;

/** The pictures in a document, by the ids of their relationships. */
export class RtfPictures {
  readonly data = new Map<string, Buffer>();
  readonly #codePage: number;

  constructor(codePage: number) {
    this.#codePage = codePage;
  }

  /** Returns the picture in a group as a shape of a Word document, with its size, and the share that is cut away. */
  read(group: Group, description = ''): XmlElement | undefined {
    const data = dataIn(group);
    if (data.length === 0) return undefined;
    const id = `picture${this.data.size}`;
    this.data.set(id, data);
    const side = (goal: string, scale: string): number =>
      ((parameterOf(group, goal) ?? 0) * (parameterOf(group, scale) ?? 100)) / 100 / twipsPerPoint;
    const width = side('picwgoal', 'picscalex');
    const height = side('pichgoal', 'picscaley');
    const [named] = groupsNamed(group, 'picprop');
    const alt = description || this.#propertyOf(named, 'wzDescription');
    const style = width > 0 && height > 0 ? { style: `width:${width}pt;height:${height}pt` } : {};
    return element('w:pict', {}, [
      element('v:shape', { ...style, alt }, [element('v:imagedata', { 'r:id': id, ...cropOf(group) })]),
    ]);
  }

  /** Returns the picture that fills a shape, if any. */
  ofShape(shape: Group): XmlElement | undefined {
    const fill = groupsNamed(shape, 'sp').find((each) => this.#nameOf(each) === 'pib');
    const [value] = groupsNamed(fill, 'sv');
    const [picture] = groupsNamed(value, 'pict');
    return picture && this.read(picture, this.#propertyOf(shape, 'wzDescription'));
  }

  #propertyOf(group: Group | undefined, name: string): string {
    const found = groupsNamed(group, 'sp').find((each) => this.#nameOf(each) === name);
    return textNamed(found, 'sv', this.#codePage);
  }

  #nameOf(shapeProperty: Group): string {
    return textNamed(shapeProperty, 'sn', this.#codePage).trim();
  }
}

function dataIn({ items }: Group): Buffer {
  const binary = items.find((item) => Buffer.isBuffer(item));
  if (binary !== undefined) return binary;
  const hex = items.filter((item) => typeof item === 'string').join('');
  return Buffer.from(hex.replaceAll(/[^\da-f]/gi, ''), 'hex');
}

/** Returns the attributes for the share of a picture that is cut away at each side. */
function cropOf(group: Group): Record<string, string> {
  const sides = { left: 'picwgoal', right: 'picwgoal', top: 'pichgoal', bottom: 'pichgoal' } as const;
  const shares = Object.entries(sides).flatMap(([side, goal]) => {
    const cut = parameterOf(group, `piccrop${side.charAt(0)}`) ?? 0;
    const whole = parameterOf(group, goal) ?? 0;
    return cut > 0 && whole > 0 ? [[`crop${side}`, String(cut / whole)] as const] : [];
  });
  return Object.fromEntries(shares);
}
