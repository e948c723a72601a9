import { contentOf } from '../content.ts';
import { readDds } from '../dds/read.ts';
import { readerOf } from '../formats.ts';
import { readIcns } from '../icns/read.ts';
import { stillOfSequence } from '../kinds/heif.ts';
import { decode } from '../magick/decode.ts';

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
    default:
      return (from === 'avif' ? stillOfSequence(await contentOf(input)) : undefined) ?? input;
  }
}
