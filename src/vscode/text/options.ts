import { asNumber, asObject, asText, type JsonObject } from '../../contract/read.ts';
import { type OptionField, typedText } from '../../formats/optionFields.ts';
import { foreign, say, verbatim, type Words } from './words.ts';

/** What people call an option; one that nobody told us of goes by what its schema calls it, or by its own name. */
export function optionName({ name, schema }: OptionField): Words {
  switch (name) {
    case 'background':
      return say('Background color');
    case 'bitRate':
      return say('Bit rate (kbit/s)');
    case 'channels':
      return say('Channels');
    case 'codec':
      return say('Codec');
    case 'colours':
      return say('Number of colors');
    case 'compression':
      return say('Compression');
    case 'delimiter':
      return say('Delimiter');
    case 'density':
      return say('Resolution (dpi)');
    case 'fit':
      return say('Fit into width and height');
    case 'header':
      return say('First row names the columns');
    case 'height':
      return say('Height (pixels)');
    case 'indent':
      return say('Indent (spaces)');
    case 'level':
      return say('Compression level');
    case 'lossless':
      return say('Lossless');
    case 'margin':
      return say('Margin (mm)');
    case 'metadata':
      return say('Metadata');
    case 'newPassword':
      return say('Password of the result');
    case 'orientation':
      return say('Orientation');
    case 'pages':
      return say('Pages');
    case 'pageSize':
      return say('Paper');
    case 'password':
      return say('Password of the file');
    case 'pictures':
      return say('Pictures');
    case 'profile':
      return say('Color profile');
    case 'quality':
      return say('Quality');
    case 'sampleRate':
      return say('Sample rate (Hz)');
    case 'sheet':
      return say('Sheet');
    case 'sizes':
      return say('Icon sizes (pixels)');
    case 'text':
      return say('Characters to keep');
    case 'types':
      return say('Recognize numbers');
    case 'unicodeRange':
      return say('Unicode ranges to keep');
    case 'width':
      return say('Width (pixels)');
    case 'wrap':
      return say('Line length (characters)');
    default:
      return foreign(asText(schema['title']) ?? name);
  }
}

/** What codecs are called in every language. */
const codecNames: ReadonlyMap<unknown, Words> = new Map([
  ['aac', verbatim('AAC')],
  ['alac', verbatim('ALAC')],
  ['av1', verbatim('AV1')],
  ['flac', verbatim('FLAC')],
  ['h264', verbatim('H.264')],
  ['hevc', verbatim('H.265 (HEVC)')],
  ['opus', verbatim('Opus')],
  ['prores', verbatim('ProRes')],
  ['vorbis', verbatim('Vorbis')],
  ['vp9', verbatim('VP9')],
]);

/** A value of an option in words; one that nobody told us of is shown as it is. */
export function optionValueText(value: unknown): Words {
  switch (value) {
    case true:
      return say('Yes');
    case false:
      return say('No');
    case '\t':
      return say('Tab');
    case 'contain':
      return say('Whole picture on the background');
    case 'cover':
      return say('Fill and cut off');
    case 'fill':
      return say('Stretch');
    case 'inside':
      return say('As large as fits');
    case 'keep':
      return say('Keep');
    case 'landscape':
      return say('Landscape');
    case 'none':
      return say('None');
    case 'pcm_s16':
      return say('16 bits a sample');
    case 'pcm_s24':
      return say('24 bits a sample');
    case 'pcm_f32':
      return say('32 bits a sample, floating point');
    case 'portrait':
      return say('Portrait');
    case 'stripAll':
      return say('Leave out all');
    case 'stripLocation':
      return say('Leave out the location');
    default:
      return codecNames.get(value) ?? foreign(typedText(value));
  }
}

/** What may be typed for an option, or `undefined` where its schema does not say. */
export function optionHint({ name, schema }: OptionField): Words | undefined {
  switch (name) {
    case 'background':
      return say('Red, green and blue, such as #ffffff');
    case 'pages':
      return say('Pages and ranges of pages, such as 1-3, 5');
    case 'sheet':
      return say('The name of the sheet, or its number from 1');
    case 'unicodeRange':
      return say('Such as U+0020-007F, U+20AC');
    default: {
      const items = asObject(schema['items']);
      const item = items && numberHint(items);
      if (item !== undefined) return say('{0}, separated by commas', item);
      return numberHint(schema) ?? descriptionOf(schema);
    }
  }
}

function descriptionOf(schema: JsonObject): Words | undefined {
  const text = asText(schema['description']);
  return text === undefined ? undefined : foreign(text);
}

function numberHint({ type, minimum, maximum }: JsonObject): Words | undefined {
  if (type !== 'integer' && type !== 'number') return undefined;
  const [from, to] = [asNumber(minimum), asNumber(maximum)];
  if (from !== undefined && to !== undefined) return say('A number from {0} to {1}', from, to);
  return from === undefined ? say('A number') : say('A number that is {0} or more', from);
}
