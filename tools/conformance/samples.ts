import { readFileSync } from 'node:fs';
import { ownValue } from '../../src/util/ownValue.ts';
import { data, document, photo, sample as sampleFile } from '../../test/support/service/fixtures.ts';

/** A small real file that any server with its format can process for one credit. */
export interface Sample {
  readonly format: string;
  readonly name: string;
  readonly content: Buffer<ArrayBuffer>;
}

/** All samples, in order of preference. */
export const samples: readonly Sample[] = [
  sample('png', photo('png')),
  sample('svg', sampleFile('balloons.svg')),
  sample('pdf', document('drawing.pdf')),
  sample('html', document('harbour.html')),
  sample('md', document('harbour.md')),
  sample('csv', data('countries.csv')),
  sample('txt', document('harbour.txt')),
];

function sample(format: string, file: string): Sample {
  return { format, name: `sample.${format}`, content: readFileSync(file) };
}

/** A document that costs as many credits as it has pages. */
export const documentWithPages = readFileSync(document('text.pdf'));
export const documentPages = 3;

/** A PNG with half of its pixel data overwritten: it looks like a PNG but can't be decoded. */
export function damagedPng(): Buffer<ArrayBuffer> {
  const png = readFileSync(photo('png'));
  return Buffer.concat([png.subarray(0, png.indexOf('IDAT') + 12), Buffer.alloc(64, 0xff)]);
}

/** Signatures of formats, as latin-1 text. */
const signatures: Readonly<Record<string, RegExp>> = {
  jpg: /^\xff\xd8\xff/,
  png: /^.PNG/s,
  gif: /^GIF8[79]a/,
  webp: /^RIFF.{4}WEBP/s,
  tiff: /^(?:II\*|MM.\*)/s,
  avif: /^.{4}ftypavi[fs]/s,
  pdf: /^%PDF-/,
};

/** Formats with known signatures. */
export const recognisable: readonly string[] = Object.keys(signatures);

/** True if the bytes begin like a file of the format; `undefined` for an unknown format. */
export function looksLike(format: string, bytes: Buffer): boolean | undefined {
  return ownValue(signatures, format)?.test(bytes.toString('latin1', 0, 32));
}
