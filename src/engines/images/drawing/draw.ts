import { Resvg } from '@resvg/resvg-wasm';
import { gunzipSync } from 'node:zlib';
import { tooManyPixels } from '../limits.ts';
import { chooseFonts } from './fontChoice.ts';
import { loadResvg } from './resvg.ts';

/** A drawing in pixels: red, green, blue and alpha, a byte each. */
export interface DrawnSvg {
  readonly rgba: Buffer;
  readonly width: number;
  readonly height: number;
}

const maxBytes = 256 * 1024 * 1024;
const gzipMagic = 0x1f8b;

/**
 * Draws an SVG, plain or packed, so many pixels wide, its text in the fonts of the system.
 * @throws ConversionError `conversion.limit_exceeded`, or what resvg throws when it is damaged
 */
export async function drawSvg(content: Buffer, width: number, maxPixels: number): Promise<DrawnSvg> {
  const isPacked = content.length > 2 && content.readUInt16BE(0) === gzipMagic;
  const source = (isPacked ? gunzipSync(content, { maxOutputLength: maxBytes }) : content).toString();
  await loadResvg();
  const { svg, font } = /<(?:\w+:)?text\b/.test(source) ? await chooseFonts(source) : { svg: source };
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width }, ...(font && { font }) });
  try {
    if ((width / drawing.width) * drawing.height * width > maxPixels) {
      throw tooManyPixels();
    }
    const picture = drawing.render();
    try {
      const rgba = Buffer.from(picture.pixels.buffer);
      return { rgba: unmultiplied(rgba), width: picture.width, height: picture.height };
    } finally {
      picture.free();
    }
  } finally {
    drawing.free();
  }
}

/** Turns colors that were multiplied by their alpha into what they are, in place. */
function unmultiplied(rgba: Buffer): Buffer {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) {
      rgba[channel] = Math.min(255, Math.round(((rgba[channel] ?? 0) * 255) / alpha));
    }
  }
  return rgba;
}
