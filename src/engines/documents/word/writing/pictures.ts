import { type Document, elementsIn, type Picture, textProperty } from '../../tree/document.ts';

/** A picture as a file in a Word document, with its size in CSS pixels. */
export interface WordPicture {
  readonly name: string;
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The formats that Word shows, with the extensions of their files. */
const extensions: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpeg'],
  ['png', 'png'],
  ['gif', 'gif'],
  ['tiff', 'tiff'],
]);
/** The density at which libvips draws a CSS pixel as two by two pixels. */
const drawingDensity = 144;
const maxPixelsASide = 3000;
const jpegQuality = 92;

/** Returns the pictures that a document shows, by name. Those that can't be read are missing. */
export async function wordPictures({ root, pictures }: Document): Promise<Map<string, WordPicture>> {
  const used = new Map<string, WordPicture>();
  const names = new Set<string>();
  for (const node of elementsIn(root)) if (node.tagName === 'img') names.add(textProperty(node, 'src') ?? '');
  for (const name of names) {
    const picture = pictures.get(name);
    const read = picture && (bitmapOf(picture) ?? (await readPicture(picture)));
    if (read === undefined) continue;
    const { extension, ...shown } = read;
    used.set(name, { ...shown, name: `image${used.size + 1}.${extension}` });
  }
  return used;
}

type ReadPicture = Omit<WordPicture, 'name'> & { readonly extension: string };

async function readPicture({ data }: Picture): Promise<ReadPicture | undefined> {
  const { cssSize, imageError, openImage } = await import('../../../images/open.ts');
  try {
    const { image, metadata } = await openImage(data);
    const { format, orientation = 1, autoOrient, pages = 1 } = metadata;
    const extension = extensions.get(format);
    // Word ignores the orientation in a file, so a picture with one is turned upright.
    if (extension !== undefined && (orientation === 1 || pages > 1)) {
      return { data, extension, width: metadata.width, height: metadata.height };
    }
    const isDrawing = format === 'svg';
    const drawn = isDrawing ? (await openImage(data, { density: drawingDensity })).image : image;
    const sized = drawn
      .resize({ width: maxPixelsASide, height: maxPixelsASide, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb');
    const size = isDrawing ? cssSize(metadata) : autoOrient;
    const isPhoto = format === 'jpeg';
    const encoded = isPhoto ? sized.jpeg({ quality: jpegQuality }) : sized.png();
    return { data: await encoded.toBuffer(), extension: isPhoto ? 'jpeg' : 'png', ...size };
  } catch (error) {
    const fault = imageError(error);
    if (fault.code === 'conversion.invalid_input') return undefined;
    throw fault;
  }
}

/** Reads the size of a Windows bitmap, which Word shows, but libvips doesn't read. */
function bitmapOf({ data }: Picture): ReadPicture | undefined {
  if (data.length < 26 || data.toString('latin1', 0, 2) !== 'BM') return undefined;
  const isOld = data.readUInt32LE(14) === 12;
  const width = isOld ? data.readUInt16LE(18) : data.readInt32LE(18);
  const height = isOld ? data.readUInt16LE(20) : Math.abs(data.readInt32LE(22));
  return width > 0 && height > 0 ? { data, extension: 'bmp', width, height } : undefined;
}
