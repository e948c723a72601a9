import sharp from 'sharp';
import { maxPixels, tooManyPixels } from './limits.ts';

const embedded = /data:image\/([a-z-]+);base64,([\w+/=\s]+)/gi;
const headCharacters = 64;
/** The pictures that librsvg draws, by their beginnings and the types that it expects. */
const drawn: readonly (readonly [start: string, types: readonly string[]])[] = [
  ['\u0089PNG', ['png']],
  ['\u00ff\u00d8\u00ff', ['jpeg', 'jpg']],
];

/**
 * Replaces embedded pictures that browsers show but librsvg doesn't, such as WebP or a JPEG declared as PNG, with PNGs.
 * Leaves unreadable pictures unchanged, because browsers don't show them either.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function withDrawablePictures(svg: string): Promise<string> {
  let [written, at, pixels] = ['', 0, 0];
  for (const { index, 0: address, 1: type = '', 2: content = '' } of svg.matchAll(embedded)) {
    const head = Buffer.from(content.slice(0, headCharacters), 'base64').toString('latin1');
    if (drawn.some(([start, types]) => head.startsWith(start) && types.includes(type.toLowerCase())))
      continue;
    const picture = Buffer.from(content, 'base64');
    const { width, height } = await sharp(picture)
      .metadata()
      .catch(() => ({ width: 0, height: 0 }));
    pixels += width * height;
    if (pixels > maxPixels) throw tooManyPixels();
    const png = await sharp(picture)
      .png()
      .toBuffer()
      .catch(() => undefined);
    if (png === undefined) continue;
    written += `${svg.slice(at, index)}data:image/png;base64,${png.toString('base64')}`;
    at = index + address.length;
  }
  return written + svg.slice(at);
}
