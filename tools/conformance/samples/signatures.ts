import { own } from '../../../src/util/own.ts';

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
  return own(signatures, format)?.test(bytes.toString('latin1', 0, 32));
}
