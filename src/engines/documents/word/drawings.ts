import { ownValue } from '../../../util/ownValue.ts';
import { childOf, elementsOf, type XmlElement } from '../xmlTree.ts';
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

interface Frame {
  readonly description: string;
  readonly link: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

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
    else if (node.name === 'c:chart') found.charts.push(ownValue(node.attributes, 'r:id') ?? '');
    else if (node.name === 'dgm:relIds') found.diagrams.push(ownValue(node.attributes, 'r:dm') ?? '');
    else if (node.name === 'v:imagedata') found.pictures.push(vmlPicture(node, frame));
    else {
      if (ownValue(node.attributes, 'o:hr') === 't') found.hasRule = true;
      const inner = frameOf(node) ?? frame;
      const blip = childOf(node, 'a:blip');
      if (blip) found.pictures.push({ ...inner, relation: relationOf(blip), crop: cropOf(node) });
      for (const child of elementsOf(node)) visit(child, inner);
    }
  };
  visit(drawing, { description: '', link: undefined, width: undefined, height: undefined });
  const isHidden = found.pictures.length > 0 && ownValue(propertiesOf(drawing), 'hidden') === '1';
  return isHidden ? { ...found, pictures: [] } : withSizes(found);
}

function propertiesOf(drawing: XmlElement): Record<string, string> {
  const place = elementsOf(drawing).find(({ name }) => name === 'wp:inline' || name === 'wp:anchor');
  return childOf(place, 'wp:docPr')?.attributes ?? {};
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
    const extent = childOf(node, 'wp:extent')?.attributes ?? {};
    return {
      description:
        ownValue(properties?.attributes ?? {}, 'descr') ||
        ownValue(properties?.attributes ?? {}, 'title') ||
        '',
      link: ownValue(childOf(properties, 'a:hlinkClick')?.attributes ?? {}, 'r:id'),
      width: pixels(ownValue(extent, 'cx'), 1 / emusPerPixel),
      height: pixels(ownValue(extent, 'cy'), 1 / emusPerPixel),
    };
  }
  if (!node.name.startsWith('v:') || childOf(node, 'v:imagedata') === undefined) return undefined;
  const [width, height] = ['width', 'height'].map((side) => {
    const style = (ownValue(node.attributes, 'style') ?? '').split(';').map((each) => each.trim());
    return style.find((each) => each.startsWith(`${side}:`))?.slice(side.length + 1);
  });
  return {
    description: ownValue(node.attributes, 'alt') ?? '',
    link: undefined,
    width: width?.endsWith('pt') ? pixels(width, pixelsPerPoint) : undefined,
    height: height?.endsWith('pt') ? pixels(height, pixelsPerPoint) : undefined,
  };
}

function vmlPicture({ attributes }: XmlElement, frame: Frame): DrawnPicture {
  const [left, top, right, bottom] = ['cropleft', 'croptop', 'cropright', 'cropbottom'].map((name) => {
    const value = ownValue(attributes, name) ?? '';
    return share(Number.parseFloat(value) / (value.endsWith('f') ? 65_536 : 1));
  });
  return {
    ...frame,
    description: frame.description || (ownValue(attributes, 'o:title') ?? ''),
    relation: ownValue(attributes, 'r:id') ?? '',
    crop: validCrop({ left, top, right, bottom }),
  };
}

function relationOf({ attributes }: XmlElement): string {
  return ownValue(attributes, 'r:embed') || (ownValue(attributes, 'r:link') ?? '');
}

/** The crop of a picture, in thousandths of a percent. Negative values add a margin, which isn't shown. */
function cropOf(fill: XmlElement): Crop {
  const attributes = childOf(fill, 'a:srcRect')?.attributes ?? {};
  const [left, top, right, bottom] = ['l', 't', 'r', 'b'].map((side) => {
    const value = ownValue(attributes, side) ?? '';
    return share(Number.parseFloat(value) / (value.endsWith('%') ? 100 : 100_000));
  });
  return validCrop({ left, top, right, bottom });
}

function share(value: number): number {
  return value > 0 ? value : 0;
}

function validCrop({
  left = 0,
  top = 0,
  right = 0,
  bottom = 0,
}: { readonly [Side in keyof Crop]: number | undefined }): Crop {
  return left + right < 1 && top + bottom < 1 ? { left, top, right, bottom } : uncropped;
}

function pixels(value: string | undefined, factor: number): number | undefined {
  const length = Math.round(Number.parseFloat(value ?? '') * factor);
  return length > 0 ? length : undefined;
}
