import { plainJpeg2000 } from '../jpeg2000/plain.ts';
import { withUsualHeaders } from './iconHeaders.ts';
import type { removeMatte } from './matte.ts';

/** A Photoshop file's color mode; ImageMagick itself removes the white from RGB. */
const photoshopModeAt = 25;
const photoshopRgb = 3;

interface PlainFile {
  readonly file: Buffer;
  readonly format: string;
  /** The background that ImageMagick leaves mixed into partly transparent colors. */
  readonly matte?: Parameters<typeof removeMatte>[1];
}

/**
 * The file in a form that ImageMagick reads correctly.
 * @throws ConversionError for a kind that it would misread
 */
export function plainFile(content: Buffer, from: string): PlainFile {
  switch (from) {
    case 'jp2':
    case 'j2k': {
      const { file, isPremultiplied } = plainJpeg2000(content);
      return { file, format: 'jp2', ...(isPremultiplied ? { matte: 'nothing' } : {}) };
    }
    case 'psd':
    case 'psb': {
      const isRgb = content[photoshopModeAt] === photoshopRgb;
      return { file: content, format: from, ...(isRgb ? {} : { matte: 'paper' }) };
    }
    case 'ico':
    case 'cur':
      return { file: withUsualHeaders(content), format: from };
    default:
      return { file: content, format: from };
  }
}
