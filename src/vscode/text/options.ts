import * as vscode from 'vscode';
import { asNumber, asObject, asText, type JsonObject } from '../../contract/read.ts';
import type { OptionField } from '../../formats/optionFields.ts';
import { own } from '../../util/own.ts';

/** What people call an option; one that nobody told us of goes by what its schema calls it, or by its own name. */
export function optionName({ name, schema }: OptionField): string {
  switch (name) {
    case 'background':
      return vscode.l10n.t('Background color');
    case 'bitRate':
      return vscode.l10n.t('Bit rate (kbit/s)');
    case 'channels':
      return vscode.l10n.t('Channels');
    case 'codec':
      return vscode.l10n.t('Codec');
    case 'colours':
      return vscode.l10n.t('Number of colors');
    case 'compression':
      return vscode.l10n.t('Compression');
    case 'delimiter':
      return vscode.l10n.t('Delimiter');
    case 'density':
      return vscode.l10n.t('Resolution (dpi)');
    case 'fit':
      return vscode.l10n.t('Fit into width and height');
    case 'header':
      return vscode.l10n.t('First row names the columns');
    case 'height':
      return vscode.l10n.t('Height (pixels)');
    case 'indent':
      return vscode.l10n.t('Indent (spaces)');
    case 'level':
      return vscode.l10n.t('Compression level');
    case 'lossless':
      return vscode.l10n.t('Lossless');
    case 'margin':
      return vscode.l10n.t('Margin (mm)');
    case 'metadata':
      return vscode.l10n.t('Metadata');
    case 'newPassword':
      return vscode.l10n.t('Password of the result');
    case 'orientation':
      return vscode.l10n.t('Orientation');
    case 'pages':
      return vscode.l10n.t('Pages');
    case 'pageSize':
      return vscode.l10n.t('Paper');
    case 'password':
      return vscode.l10n.t('Password of the file');
    case 'pictures':
      return vscode.l10n.t('Pictures');
    case 'profile':
      return vscode.l10n.t('Color profile');
    case 'quality':
      return vscode.l10n.t('Quality');
    case 'sampleRate':
      return vscode.l10n.t('Sample rate (Hz)');
    case 'sheet':
      return vscode.l10n.t('Sheet');
    case 'sizes':
      return vscode.l10n.t('Icon sizes (pixels)');
    case 'text':
      return vscode.l10n.t('Characters to keep');
    case 'types':
      return vscode.l10n.t('Recognize numbers');
    case 'unicodeRange':
      return vscode.l10n.t('Unicode ranges to keep');
    case 'width':
      return vscode.l10n.t('Width (pixels)');
    case 'wrap':
      return vscode.l10n.t('Line length (characters)');
    default:
      return asText(schema['title']) ?? name;
  }
}

/** What codecs are called in every language. */
const codecNames: Readonly<Record<string, string>> = {
  aac: 'AAC',
  alac: 'ALAC',
  av1: 'AV1',
  flac: 'FLAC',
  h264: 'H.264',
  hevc: 'H.265 (HEVC)',
  opus: 'Opus',
  prores: 'ProRes',
  vorbis: 'Vorbis',
  vp9: 'VP9',
};

/** A value of an option in words; one that nobody told us of is shown as it is. */
export function optionValueText(value: unknown): string {
  switch (value) {
    case true:
      return vscode.l10n.t('Yes');
    case false:
      return vscode.l10n.t('No');
    case '\t':
      return vscode.l10n.t('Tab');
    case 'contain':
      return vscode.l10n.t('Whole picture on the background');
    case 'cover':
      return vscode.l10n.t('Fill and cut off');
    case 'fill':
      return vscode.l10n.t('Stretch');
    case 'inside':
      return vscode.l10n.t('As large as fits');
    case 'keep':
      return vscode.l10n.t('Keep');
    case 'landscape':
      return vscode.l10n.t('Landscape');
    case 'none':
      return vscode.l10n.t('None');
    case 'pcm_s16':
      return vscode.l10n.t('16 bits a sample');
    case 'pcm_s24':
      return vscode.l10n.t('24 bits a sample');
    case 'pcm_f32':
      return vscode.l10n.t('32 bits a sample, floating point');
    case 'portrait':
      return vscode.l10n.t('Portrait');
    case 'stripAll':
      return vscode.l10n.t('Leave out all');
    case 'stripLocation':
      return vscode.l10n.t('Leave out the location');
    default:
      return own(codecNames, String(value)) ?? [value].flat().map(String).join(', ');
  }
}

/** What may be typed for an option, as far as its schema says. */
export function optionHint({ name, schema }: OptionField): string {
  switch (name) {
    case 'background':
      return vscode.l10n.t('Red, green and blue, such as #ffffff');
    case 'pages':
      return vscode.l10n.t('Pages and ranges of pages, such as 1-3, 5');
    case 'sheet':
      return vscode.l10n.t('The name of the sheet, or its number from 1');
    case 'unicodeRange':
      return vscode.l10n.t('Such as U+0020-007F, U+20AC');
    default: {
      const items = asObject(schema['items']);
      if (items === undefined) return numberHint(schema) ?? asText(schema['description']) ?? '';
      return vscode.l10n.t('{0}, separated by commas', numberHint(items) ?? '');
    }
  }
}

function numberHint({ type, minimum, maximum }: JsonObject): string | undefined {
  if (type !== 'integer' && type !== 'number') return undefined;
  const [from, to] = [asNumber(minimum), asNumber(maximum)];
  if (from !== undefined && to !== undefined) return vscode.l10n.t('A number from {0} to {1}', from, to);
  return from === undefined ? vscode.l10n.t('A number') : vscode.l10n.t('A number that is {0} or more', from);
}
