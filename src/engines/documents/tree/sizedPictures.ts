import type { Element } from 'hast';
import { type Document, elementsIn, type Picture, textProperty } from './document.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture in a format that the target shows, with its size in CSS pixels. */
export interface SizedPicture extends Size {
  /** The name of its file, such as `image1.png`. */
  readonly name: string;
  /** The format as sharp names it, or `bmp`. */
  readonly format: string;
  readonly data: Buffer;
}

/** The density at which libvips draws a CSS pixel as two by two pixels. */
const drawingDensity = 144;
const maxPixelsASide = 3000;
const jpegQuality = 90;

/**
 * Returns the pictures that a document shows, by the names that it has for them. Those in other formats than `kept` are
 * converted, and those that can't be read are missing.
 */
export async function sizedPictures(
  { root, pictures }: Document,
  kept: ReadonlySet<string>,
): Promise<ReadonlyMap<string, SizedPicture>> {
  const sized = new Map<string, SizedPicture>();
  const names = new Set<string>();
  for (const node of elementsIn(root)) if (node.tagName === 'img') names.add(textProperty(node, 'src') ?? '');
  for (const name of names) {
    const picture = pictures.get(name);
    const bitmap = picture && kept.has('bmp') ? bitmapOf(picture) : undefined;
    const read = picture && (bitmap ?? (await readPicture(picture, kept)));
    if (read !== undefined) sized.set(name, { ...read, name: `image${sized.size + 1}.${read.format}` });
  }
  return sized;
}

type ReadPicture = Omit<SizedPicture, 'name'>;

async function readPicture({ data }: Picture, kept: ReadonlySet<string>): Promise<ReadPicture | undefined> {
  const { cssSize, imageError, openImage } = await import('../../images/open.ts');
  try {
    const { image, metadata } = await openImage(data);
    const { format, orientation = 1, autoOrient, pages = 1, width, height } = metadata;
    const isDrawing = format === 'svg';
    // Programs ignore the orientation in a file, so a picture with one is turned upright.
    if (kept.has(format) && (orientation === 1 || pages > 1)) {
      return { format, data, ...(isDrawing ? cssSize(metadata) : { width, height }) };
    }
    const drawn = isDrawing ? (await openImage(data, { density: drawingDensity })).image : image;
    const fitting = drawn
      .resize({ width: maxPixelsASide, height: maxPixelsASide, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb');
    const isPhoto = format === 'jpeg';
    const encoded = isPhoto
      ? fitting.jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
      : fitting.png();
    const size = isDrawing ? cssSize(metadata) : autoOrient;
    return { data: await encoded.toBuffer(), format: isPhoto ? 'jpeg' : 'png', ...size };
  } catch (error) {
    const fault = imageError(error);
    if (fault.code === 'conversion.invalid_input') return undefined;
    throw fault;
  }
}

/** Reads the size of a Windows bitmap, which office programs show, but libvips doesn't read. */
function bitmapOf({ data }: Picture): ReadPicture | undefined {
  if (data.length < 26 || data.toString('latin1', 0, 2) !== 'BM') return undefined;
  const isOld = data.readUInt32LE(14) === 12;
  const width = isOld ? data.readUInt16LE(18) : data.readInt32LE(18);
  const height = isOld ? data.readUInt16LE(20) : Math.abs(data.readInt32LE(22));
  return width > 0 && height > 0 ? { data, format: 'bmp', width, height } : undefined;
}

/** Returns the size of an `img` in points, at most `maxWidth` wide and `maxHeight` high. */
export function shownSize(
  { properties }: Element,
  { width, height }: Size,
  maxWidth = Infinity,
  maxHeight = Infinity,
): Size {
  const [wide, high] = [Number(properties['width']), Number(properties['height'])];
  const ratio = wide > 0 && high > 0 ? high / wide : height / width;
  const natural = wide > 0 ? wide : high > 0 ? high / ratio : width;
  const shown = Math.min((natural * 3) / 4, maxWidth, maxHeight / ratio);
  return { width: shown, height: shown * ratio };
}
