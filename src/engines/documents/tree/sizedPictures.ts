import { type Document, elementsIn, type Picture, textProperty } from './document.ts';

/** A picture in a format that the target shows, with its size in CSS pixels. */
export interface SizedPicture {
  /** The format as sharp names it, or `bmp`. */
  readonly format: string;
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const drawingDensity = 192;
const maxPixelsASide = 3000;
const jpegQuality = 92;

/**
 * Returns the pictures that a document shows, by name. Those in other formats than `kept` are converted, and those that
 * can't be read are missing.
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
    const read = picture && (bitmapOf(picture) ?? (await readPicture(picture, kept)));
    if (read !== undefined) sized.set(name, read);
  }
  return sized;
}

async function readPicture({ data }: Picture, kept: ReadonlySet<string>): Promise<SizedPicture | undefined> {
  const { imageError, openImage } = await import('../../images/open.ts');
  try {
    const { image, metadata } = await openImage(data);
    const { format, orientation = 1, autoOrient, pages = 1 } = metadata;
    if (kept.has(format) && (orientation === 1 || pages > 1)) {
      return { format, data, width: metadata.width, height: metadata.height };
    }
    const drawn = format === 'svg' ? (await openImage(data, { density: drawingDensity })).image : image;
    const fitting = drawn
      .resize({ width: maxPixelsASide, height: maxPixelsASide, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb');
    const isPhoto = format === 'jpeg';
    const encoded = isPhoto ? fitting.jpeg({ quality: jpegQuality }) : fitting.png();
    return { data: await encoded.toBuffer(), format: isPhoto ? 'jpeg' : 'png', ...autoOrient };
  } catch (error) {
    const fault = imageError(error);
    if (fault.code === 'conversion.invalid_input') return undefined;
    throw fault;
  }
}

/** Reads the size of a Windows bitmap, which office programs show, but libvips doesn't read. */
function bitmapOf({ data }: Picture): SizedPicture | undefined {
  if (data.length < 26 || data.toString('latin1', 0, 2) !== 'BM') return undefined;
  const isOld = data.readUInt32LE(14) === 12;
  const width = isOld ? data.readUInt16LE(18) : data.readInt32LE(18);
  const height = isOld ? data.readUInt16LE(20) : Math.abs(data.readInt32LE(22));
  return width > 0 && height > 0 ? { data, format: 'bmp', width, height } : undefined;
}

/** Returns the size of an `img` in points, at most `maxWidth` wide and `maxHeight` high. */
export function shownSize(
  given: { readonly width?: unknown; readonly height?: unknown },
  { width, height }: SizedPicture,
  maxWidth: number,
  maxHeight: number,
): { readonly width: number; readonly height: number } {
  const [wide, high] = [Number(given.width), Number(given.height)];
  const ratio = wide > 0 && high > 0 ? high / wide : height / width;
  const natural = wide > 0 ? wide : high > 0 ? high / ratio : width;
  const shown = Math.min((natural * 3) / 4, maxWidth, maxHeight / ratio);
  return { width: shown, height: shown * ratio };
}
