import { convertAnimatedAvif } from '../animation/animatedAvif.ts';
import { contentOf } from '../content.ts';
import { readDds } from './dds.ts';
import { readerOf } from '../formats.ts';
import { readIcns } from './icns.ts';
import { decode } from '../magick/decode.ts';

/**
 * Converts an image to a file that libvips can read, if necessary. The result can depend on the target.
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
    default:
      return (from === 'avif' ? await convertAnimatedAvif(input, to) : undefined) ?? input;
  }
}
