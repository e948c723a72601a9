import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Picture } from '../../documents/tree/document.ts';
import { type PdfDocument, withPage } from '../document.ts';
import { withMemory } from '../memory.ts';
import { type DrawnObject, drawnObjects } from '../pageObjects.ts';
import type { Block, PictureBlock } from './blocks.ts';

/** Limits for one picture and for all pictures of a document. */
const maxPixels = 4_000_000;
const maxTotalPixels = 100_000_000;
const maxPictures = 1000;
const maxJpegBytes = 16 * 1024 ** 2;
const matrixBytes = 24;
const metadataBytes = 28;
/** PDFium's numbers for grayscale and RGB. */
const plainColors: ReadonlySet<number> = new Set([1, 2]);
const bytesPerPixel = 4;

/** The pictures of a document and their names. */
export interface Pictures {
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly names: ReadonlyMap<PictureBlock, string>;
}

/** A picture as a JPEG, or as BGRA pixels. */
type Content =
  | { readonly jpeg: Buffer }
  | { readonly pixels: Buffer; readonly width: number; readonly height: number };

/** Extracts the pictures of the given blocks. Stores identical pictures only once. */
export async function picturesOf(document: PdfDocument, blocks: readonly Block[]): Promise<Pictures> {
  const shown = blocks.filter((block) => block.kind === 'picture').slice(0, maxPictures);
  const pictures = new Map<string, Picture>();
  const hashes = new Map<string, string>();
  const names = new Map<PictureBlock, string>();
  let pixels = 0;
  for (const [page, own] of Map.groupBy(shown, (picture) => picture.page)) {
    if (pixels > maxTotalPixels) break;
    for (const [picture, content] of contentsOn(document, page, own)) {
      const isJpeg = 'jpeg' in content;
      const data = isJpeg ? content.jpeg : await pngOf(content);
      pixels += isJpeg ? 0 : content.width * content.height;
      const hash = createHash('sha256').update(data).digest('hex');
      const name = hashes.get(hash) ?? `picture${pictures.size + 1}.${isJpeg ? 'jpg' : 'png'}`;
      hashes.set(hash, name);
      names.set(picture, name);
      pictures.set(name, { mediaType: isJpeg ? 'image/jpeg' : 'image/png', data });
    }
  }
  return { pictures, names };
}

function contentsOn(
  document: PdfDocument,
  index: number,
  pictures: readonly PictureBlock[],
): [PictureBlock, Content][] {
  const wanted = Map.groupBy(pictures, ({ picture }) => picture.index);
  return withPage(document, index, (page) => {
    const contents: [PictureBlock, Content][] = [];
    let at = 0;
    for (const object of drawnObjects(document, page)) {
      const [picture] = wanted.get(at) ?? [];
      const content = picture && (jpegOf(document, page, object) ?? drawn(document, page, object));
      if (picture && content) contents.push([picture, content]);
      at += 1;
    }
    return contents;
  });
}

/** Returns the original file of a picture if it is an upright and opaque JPEG. */
function jpegOf({ pdfium }: PdfDocument, page: number, { object, matrix }: DrawnObject): Content | undefined {
  const [a, b, c, d] = matrix;
  if (a <= 0 || d <= 0 || b !== 0 || c !== 0 || pdfium.FPDFPageObj_HasTransparency(object)) return undefined;
  if (pdfium.FPDFImageObj_GetImageFilterCount(object) !== 1) return undefined;
  return withMemory(pdfium, metadataBytes, (memory) => {
    const length = pdfium.FPDFImageObj_GetImageFilter(object, 0, memory, metadataBytes);
    if (length > metadataBytes || pdfium.pdfium.UTF8ToString(memory) !== 'DCTDecode') return undefined;
    if (!pdfium.FPDFImageObj_GetImageMetadata(object, page, memory)) return undefined;
    if (!plainColors.has(pdfium.pdfium.getValue(memory + 20, 'i32'))) return undefined;
    const bytes = pdfium.FPDFImageObj_GetImageDataRaw(object, 0, 0);
    if (bytes === 0 || bytes > maxJpegBytes) return undefined;
    return withMemory(pdfium, bytes, (content) => {
      pdfium.FPDFImageObj_GetImageDataRaw(object, content, bytes);
      return { jpeg: Buffer.from(pdfium.pdfium.HEAPU8.slice(content, content + bytes)) };
    });
  });
}

/** Draws a picture, in its own resolution unless that is too large. */
function drawn(document: PdfDocument, page: number, { object, matrix }: DrawnObject): Content | undefined {
  const { pdfium, handle } = document;
  const [a, b, c, d] = matrix;
  const [across, up] = [Math.hypot(a, b), Math.hypot(c, d)];
  const own = withMemory(pdfium, 8, (size) =>
    pdfium.FPDFImageObj_GetImagePixelSize(object, size, size + 4)
      ? pdfium.pdfium.getValue(size, 'i32') / Math.max(1, across)
      : 1,
  );
  const scale = Math.min(own, Math.sqrt(maxPixels / Math.max(1, across * up)));
  withMemory(pdfium, matrixBytes, (pointer) => {
    for (const [at, value] of [a, b, c, d, 0, 0].entries())
      pdfium.pdfium.setValue(pointer + 4 * at, value * scale, 'float');
    pdfium.FPDFPageObj_SetMatrix(object, pointer);
  });
  const bitmap = pdfium.FPDFImageObj_GetRenderedBitmap(handle, page, object);
  if (bitmap === 0) return undefined;
  try {
    const [width, height] = [pdfium.FPDFBitmap_GetWidth(bitmap), pdfium.FPDFBitmap_GetHeight(bitmap)];
    const isExpected = pdfium.FPDFBitmap_GetStride(bitmap) === width * bytesPerPixel;
    if (!isExpected || width * height > 2 * maxPixels) return undefined;
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const pixels = Buffer.from(pdfium.pdfium.HEAPU8.slice(start, start + width * height * bytesPerPixel));
    return { pixels, width, height };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

async function pngOf({ pixels, width, height }: Exclude<Content, { jpeg: Buffer }>): Promise<Buffer> {
  for (let at = 0; at < pixels.length; at += bytesPerPixel) {
    const blue = pixels[at] ?? 0;
    pixels[at] = pixels[at + 2] ?? 0;
    pixels[at + 2] = blue;
  }
  const image = sharp(pixels, { raw: { width, height, channels: bytesPerPixel } });
  const { isOpaque } = await image.stats();
  return (isOpaque ? image.removeAlpha() : image).png().toBuffer();
}
