import { own } from '../../../util/own.ts';
import { movingAvif } from '../animation/movingAvif.ts';
import { readBmp } from '../bmp/read.ts';
import { contentOf } from '../content.ts';
import { readDds } from '../dds/read.ts';
import { readerOf } from '../formats.ts';
import { readIcns } from '../icns/read.ts';
import { decode } from '../magick/decode.ts';
import { readDcx, readPcx } from '../pcx/read.ts';
import { readPnm } from '../pnm/read.ts';
import { readTga } from '../tga/read.ts';
import { readXpm } from '../xpm/read.ts';

type ReadBitmap = (file: Buffer) => Promise<Uint8Array>;

const bitmapReaders: Readonly<Record<string, ReadBitmap>> = {
  pam: readPnm,
  pbm: readPnm,
  pgm: readPnm,
  pnm: readPnm,
  ppm: readPnm,
  bmp: readBmp,
  tga: readTga,
  pcx: readPcx,
  dcx: readDcx,
};

/**
 * The image, or one made from it, as a file that libvips reads, for this target.
 * @throws ConversionError
 */
export async function readable<Input extends string | Buffer>(
  input: Input,
  from: string,
  to: string,
): Promise<Input | Uint8Array> {
  switch (readerOf(from)) {
    case 'magick':
      return decode(input, from, to);
    case 'icns':
      return readIcns(await contentOf(input));
    case 'dds':
      return readDds(await contentOf(input), to);
    case 'xpm':
      return readXpm(await contentOf(input), to);
    case 'bitmap': {
      const read = own(bitmapReaders, from);
      if (read === undefined) throw new Error(`Nothing reads ${from}.`);
      return read(await contentOf(input));
    }
    default:
      return (from === 'avif' ? await movingAvif(input, to) : undefined) ?? input;
  }
}
