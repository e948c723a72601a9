import type { Metadata, Sharp } from 'sharp';
import { encode } from '../../images/encode.ts';
import { imageError, type OpenImage } from '../../images/open.ts';
import { optimisedPng } from '../../images/oxipng.ts';
import { bilevelPicture } from './bilevel.ts';
import { jpegPicture } from './jpeg.ts';
import { lossySources, type ImagePdfOptions } from './options.ts';
import type { Picture } from './picture.ts';
import { pngPicture } from './png.ts';

/** For pictures that were lossy before, where one more generation must not show. */
const highQuality = 92;
/** What a JPEG has to leave of the bytes at most to be worth its flaws. */
const worthwhile = 0.6;

/** A picture of decoded pixels, their depth kept, with its transparency as a mask. @throws ConversionError */
export async function pixelPicture(
  { image, metadata }: OpenImage,
  from: string,
  { quality, lossless = false }: ImagePdfOptions,
): Promise<Picture> {
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

const isGrey = ({ space }: Metadata): boolean => space === 'b-w' || space === 'grey16';

async function jpegOf(image: Sharp, metadata: Metadata, quality: number): Promise<Picture | undefined> {
  const inSpace = image.toColourspace(isGrey(metadata) ? 'b-w' : 'srgb');
  return jpegPicture(await encode(inSpace, 'jpg', { quality }).toBuffer());
}

async function exactPicture(image: Sharp, metadata: Metadata): Promise<Picture | undefined> {
  if (metadata.bitsPerSample === 1 && isGrey(metadata)) return bilevelPicture(image);
  const isDeep = metadata.depth === 'ushort';
  if (isGrey(metadata)) return packed(image.toColourspace(isDeep ? 'grey16' : 'b-w'));
  const colourful = image.toColourspace(isDeep ? 'rgb16' : 'srgb');
  return metadata.isPalette ? inPalette(colourful) : packed(colourful);
}

function masked(picture: Picture | undefined, mask: Picture | undefined): Picture {
  if (picture === undefined) throw new Error('The encoder has written what can’t be read.');
  return mask ? { ...picture, mask } : picture;
}

async function alphaOf(image: Sharp, { depth }: Metadata): Promise<Picture | undefined> {
  return packed(image.extractChannel('alpha').toColourspace(depth === 'ushort' ? 'grey16' : 'b-w'));
}

async function packed(image: Sharp): Promise<Picture | undefined> {
  return pngPicture(await image.png({ adaptiveFiltering: true }).toBuffer());
}

/** The colours go into a palette again, unless they are greys, which would not fit the profile of the others. */
async function inPalette(image: Sharp): Promise<Picture | undefined> {
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  const smaller = await optimisedPng(data, info.width * info.height);
  const picture = smaller && pngPicture(smaller);
  return picture?.colours === 'DeviceRGB' ? picture : pngPicture(data);
}
