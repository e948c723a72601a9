import { attributeOf, childOf, elementsOf, type XmlElement } from '../xmlTree.ts';
import { type Crop, uncropped } from './pictures.ts';

/** A picture as a drawing shows it. */
export interface DrawnPicture {
  /** The id of the relationship to the picture. */
  readonly relation: string;
  readonly crop: Crop;
  readonly description: string;
  /** The id of the relationship to the address that the picture links to. */
  readonly link: string | undefined;
  /** The size in CSS pixels. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** The content of a drawing, a shape, or an embedded object. */
export interface Drawing {
  readonly pictures: readonly DrawnPicture[];
  /** The contents of text boxes. */
  readonly boxes: readonly XmlElement[];
  /** The ids of the relationships to charts, and to the data of diagrams. */
  readonly charts: readonly string[];
  readonly diagrams: readonly string[];
  readonly hasRule: boolean;
}

const emusPerPixel = 9525;
const pixelsPerPoint = 4 / 3;

type Frame = Omit<DrawnPicture, 'relation' | 'crop'>;

/** Reads a drawing (`w:drawing`), a VML shape (`w:pict`), or an embedded object (`w:object`). */
export function readDrawing(drawing: XmlElement): Drawing {
  const found = {
    pictures: [] as DrawnPicture[],
    boxes: [] as XmlElement[],
    charts: [] as string[],
    diagrams: [] as string[],
    hasRule: false,
  };
  const visit = (node: XmlElement, frame: Frame): void => {
    if (node.name === 'w:txbxContent') found.boxes.push(node);
    else if (node.name === 'c:chart') found.charts.push(attributeOf(node, 'r:id') ?? '');
    else if (node.name === 'dgm:relIds') found.diagrams.push(attributeOf(node, 'r:dm') ?? '');
    else if (node.name === 'v:imagedata') found.pictures.push(vmlPicture(node, frame));
    else {
      if (attributeOf(node, 'o:hr') === 't') found.hasRule = true;
      const inner = frameOf(node) ?? frame;
      const blip = childOf(node, 'a:blip');
      if (blip) found.pictures.push({ ...inner, relation: relationOf(blip), crop: cropOf(node) });
      for (const child of elementsOf(node)) visit(child, inner);
    }
  };
  visit(drawing, { description: '', link: undefined, width: undefined, height: undefined });
  const isHidden = found.pictures.length > 0 && attributeOf(propertiesOf(drawing), 'hidden') === '1';
  return isHidden ? { ...found, pictures: [] } : withSizes(found);
}

function propertiesOf(drawing: XmlElement): XmlElement | undefined {
  const place = elementsOf(drawing).find(({ name }) => name === 'wp:inline' || name === 'wp:anchor');
  return childOf(place, 'wp:docPr');
}

/** The size and the description are those of the whole drawing. */
function withSizes<T extends Drawing>(drawing: T): T {
  const [first, ...others] = drawing.pictures;
  if (first === undefined || others.length === 0) return drawing;
  const unsized = { width: undefined, height: undefined };
  const pictures = [
    { ...first, ...unsized },
    ...others.map((each) => ({ ...each, ...unsized, description: '' })),
  ];
  return { ...drawing, pictures };
}

/** Returns the properties that an element sets for the pictures in it. */
function frameOf(node: XmlElement): Frame | undefined {
  if (node.name === 'wp:inline' || node.name === 'wp:anchor') {
    const properties = childOf(node, 'wp:docPr');
    const extent = childOf(node, 'wp:extent');
    return {
      description: attributeOf(properties, 'descr') || attributeOf(properties, 'title') || '',
      link: attributeOf(childOf(properties, 'a:hlinkClick'), 'r:id'),
      width: pixels(attributeOf(extent, 'cx'), 1 / emusPerPixel),
      height: pixels(attributeOf(extent, 'cy'), 1 / emusPerPixel),
    };
  }
  if (!node.name.startsWith('v:') || childOf(node, 'v:imagedata') === undefined) return undefined;
  const [width, height] = ['width', 'height'].map((side) => {
    const style = (attributeOf(node, 'style') ?? '').split(';').map((each) => each.trim());
    return style.find((each) => each.startsWith(`${side}:`))?.slice(side.length + 1);
  });
  return {
    description: attributeOf(node, 'alt') ?? '',
    link: undefined,
    width: width?.endsWith('pt') ? pixels(width, pixelsPerPoint) : undefined,
    height: height?.endsWith('pt') ? pixels(height, pixelsPerPoint) : undefined,
  };
}

function vmlPicture(data: XmlElement, frame: Frame): DrawnPicture {
  const sides = ['cropleft', 'croptop', 'cropright', 'cropbottom'];
  return {
    ...frame,
    description: frame.description || (attributeOf(data, 'o:title') ?? ''),
    relation: attributeOf(data, 'r:id') ?? '',
    crop: cropIn(data, sides, (value) => (value.endsWith('f') ? 65_536 : 1)),
  };
}

function relationOf(blip: XmlElement): string {
  return attributeOf(blip, 'r:embed') || (attributeOf(blip, 'r:link') ?? '');
}

/** The crop of a picture, in thousandths of a percent. */
function cropOf(fill: XmlElement): Crop {
  const sides = ['l', 't', 'r', 'b'];
  return cropIn(childOf(fill, 'a:srcRect'), sides, (value) => (value.endsWith('%') ? 100 : 100_000));
}

/** Returns the crop in the attributes of an element. Negative values add a margin, which isn't shown. */
function cropIn(
  of: XmlElement | undefined,
  sides: readonly string[],
  wholeOf: (value: string) => number,
): Crop {
  const [left = 0, top = 0, right = 0, bottom = 0] = sides.map((side) => {
    const value = attributeOf(of, side) ?? '';
    const share = Number.parseFloat(value) / wholeOf(value);
    return share > 0 ? share : 0;
  });
  return left + right < 1 && top + bottom < 1 ? { left, top, right, bottom } : uncropped;
}

function pixels(value: string | undefined, factor: number): number | undefined {
  const length = Math.round(Number.parseFloat(value ?? '') * factor);
  return length > 0 ? length : undefined;
}
