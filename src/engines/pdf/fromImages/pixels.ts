import type { Metadata, Sharp } from 'sharp';
import { encode } from '../../images/encoders.ts';
import { imageError, type OpenImage } from '../../images/open.ts';
import { optimizedPng } from '../../images/oxipng.ts';
import { bilevelPicture, jpegPicture, type PagePicture, pngPicture } from './pagePictures.ts';
import { type ImagePdfOptions, lossySources } from './options.ts';

/** JPEG quality for pictures from lossy sources, high enough to make a second lossy compression invisible. */
const highQuality = 92;
/** A JPEG is used only if its size is at most this share of the lossless size. */
const worthwhile = 0.6;

/**
 * Compresses decoded pixels at their original bit depth. Transparency becomes a mask.
 * @throws ConversionError
 */
export async function pixelPicture(
  { image, metadata }: OpenImage,
  from: string,
  { quality, lossless = false }: ImagePdfOptions,
): Promise<PagePicture> {
  try {
    const mask = metadata.hasAlpha ? await alphaOf(image.clone(), metadata) : undefined;
    const opaque = metadata.hasAlpha ? image.removeAlpha() : image;
    if (quality !== undefined && !lossless) return masked(await jpegOf(opaque, metadata, quality), mask);
    const exact = await exactPicture(opaque.clone(), metadata);
    if (lossless || !lossySources.has(from)) return masked(exact, mask);
    const close = await jpegOf(opaque, metadata, highQuality);
    const isWorthwhile = close && exact && close.data.length < exact.data.length * worthwhile;
    return masked(isWorthwhile ? close : exact, mask);
  } catch (error) {
    throw imageError(error);
  }
}

const isGray = ({ space }: Metadata): boolean => space === 'b-w' || space === 'grey16';

async function jpegOf(image: Sharp, metadata: Metadata, quality: number): Promise<PagePicture | undefined> {
  const inSpace = image.toColorspace(isGray(metadata) ? 'b-w' : 'srgb');
  return jpegPicture(await encode(inSpace, 'jpg', { quality }).toBuffer());
}

async function exactPicture(image: Sharp, metadata: Metadata): Promise<PagePicture | undefined> {
  if (metadata.bitsPerSample === 1 && isGray(metadata)) return bilevelPicture(image);
  const isDeep = metadata.depth === 'ushort';
  if (isGray(metadata)) return packed(image.toColorspace(isDeep ? 'grey16' : 'b-w'));
  const colorful = image.toColorspace(isDeep ? 'rgb16' : 'srgb');
  return metadata.isPalette ? inPalette(colorful) : packed(colorful);
}

function masked(picture: PagePicture | undefined, mask: PagePicture | undefined): PagePicture {
  if (picture === undefined) throw new Error('Unreadable encoder output');
  return mask ? { ...picture, mask } : picture;
}

async function alphaOf(image: Sharp, { depth }: Metadata): Promise<PagePicture | undefined> {
  return packed(image.extractChannel('alpha').toColorspace(depth === 'ushort' ? 'grey16' : 'b-w'));
}

async function packed(image: Sharp): Promise<PagePicture | undefined> {
  return pngPicture(await image.png({ adaptiveFiltering: true }).toBuffer());
}

/**
 * Restores a palette, unless all of its colors are gray, because oxipng would then write grayscale, which doesn't fit
 * an RGB profile.
 */
async function inPalette(image: Sharp): Promise<PagePicture | undefined> {
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  const smaller = await optimizedPng(data, info.width * info.height);
  const picture = smaller && pngPicture(smaller);
  return picture?.colors === 'DeviceRGB' ? picture : pngPicture(data);
}
