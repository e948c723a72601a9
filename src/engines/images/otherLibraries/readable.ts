import { readFile } from 'node:fs/promises';
import { readerOf } from '../formats.ts';
import { readIcns } from '../icns/read.ts';
import { decode } from '../magick/decode.ts';

/** The image, or one that is made of it, as a file that libvips reads, on its way to the target. @throws ConversionError */
export async function readable<Input extends string | Buffer>(
  input: Input,
  from: string,
  to: string,
): Promise<Input | Uint8Array> {
  switch (readerOf(from)) {
    case 'magick':
      return decode(input, from, to);
    case 'icns':
      return readIcns(typeof input === 'string' ? await readFile(input) : input);
    default:
      return input;
  }
}
