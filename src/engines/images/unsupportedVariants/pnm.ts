import { type Fault, fault } from '../../../contract/faults/fault.ts';
import { own } from '../../../util/own.ts';

/** Samples per pixel for each tuple type of a PAM file. If the type is missing, ImageMagick can only read RGB. */
const tupleSamples: Readonly<Record<string, number>> = {
  '': 3,
  BLACKANDWHITE: 1,
  GRAYSCALE: 1,
  RGB: 3,
  BLACKANDWHITE_ALPHA: 2,
  GRAYSCALE_ALPHA: 2,
  RGB_ALPHA: 4,
};
const maxHeaderBytes = 64 * 1024;
/** Maximum sample values that ImageMagick scales correctly: everything up to `maxWhite`, and `fullWhite`. */
const [maxWhite, fullWhite] = [32_767, 65_535];

/** Returns the reason why ImageMagick can't read a PBM, PGM, PPM, or PAM correctly, or `undefined` if it can. */
export function unsupportedPnmReason(file: Buffer): Fault | undefined {
  const magic = file.toString('latin1', 0, 2);
  if (magic === 'P7') return unsupportedPamReason(file);
  if (!/^P[1-6]/.test(magic)) return fault('damaged.image');
  return /^P[14]/.test(magic) ? undefined : unreadWhite(firstNumbers(file)[2]);
}

/**
 * Returns the numbers in the header of a PBM, PGM, or PPM: width, height, and, except for PBM, the maximum value. Skips
 * comments.
 */
export function firstNumbers(file: Buffer): readonly number[] {
  const header = file.toString('latin1', 2, maxHeaderBytes).replaceAll(/#[^\n]*/g, '');
  return (header.match(/\d+/g) ?? []).map(Number);
}

/** PAM headers have one line for each field (netpbm, pam(5)). */
function unsupportedPamReason(file: Buffer): Fault | undefined {
  const lines = file.toString('latin1', 0, maxHeaderBytes).split('\nENDHDR', 1)[0]?.split('\n') ?? [];
  const fields = new Map(lines.map((line) => line.trim().split(/\s+/)).map(([name, value]) => [name, value]));
  const [samples, white] = [Number(fields.get('DEPTH')), Number(fields.get('MAXVAL'))];
  const type = fields.get('TUPLTYPE') ?? '';
  if (own(tupleSamples, type) !== samples) {
    return type === '' ? fault('pam.samples', samples) : fault('pam.type', type);
  }
  // ImageMagick inverts or drops the opacity of this tuple type.
  return samples === 2 && white === 1 ? fault('pam.type', type) : unreadWhite(white);
}

function unreadWhite(white = 0): Fault | undefined {
  return white > maxWhite && white !== fullWhite ? fault('pnm.white', white) : undefined;
}
