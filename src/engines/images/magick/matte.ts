import { ColorSpace, type IMagickImage, PixelChannel } from '@imagemagick/magick-wasm';

const full = 255;
const rowsAtOnce = 256;

/**
 * Removes the background that is mixed into the colors of partly transparent pixels: `nothing` for premultiplied
 * colors, or white `paper`.
 */
export function removeMatte(image: IMagickImage, matte: 'nothing' | 'paper'): void {
  if (!image.hasAlpha) return;
  const { width, height, channelCount, colorSpace } = image;
  // White is the maximum value of RGB and gray, but 0 in CMYK, which measures ink.
  const level = matte === 'paper' && colorSpace !== ColorSpace.CMYK ? full : 0;
  image.getPixels((pixels) => {
    // The colors are the channels before alpha. Additional channels come after it.
    const colors = pixels.getChannelIndex(PixelChannel.Alpha);
    for (let top = 0; top < height; top += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, height - top);
      const area = pixels.getArea(0, top, width, rows);
      for (let at = 0; at < area.length; at += channelCount) unmix(area, at, at + colors, level);
      pixels.setArea(0, top, width, rows, area);
    }
  });
}

function unmix(area: Uint8Array, start: number, alphaAt: number, level: number): void {
  const alpha = area[alphaAt] ?? 0;
  if (alpha === 0 || alpha === full) return;
  for (let at = start; at < alphaAt; at += 1) {
    const color = level + (((area[at] ?? 0) - level) * full) / alpha;
    area[at] = Math.min(full, Math.max(0, Math.round(color)));
  }
}
