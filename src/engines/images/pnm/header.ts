import { fault } from '../../../contract/faults/fault.ts';
import { own } from '../../../util/own.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';

/** The header of a file of the PNM family. */
export interface PnmHeader {
  /** As text digits, as bits in which 1 is black, or as one or two bytes per sample. */
  readonly coding: 'textBits' | 'text' | 'bits' | 'bytes';
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  /** The sample value of white. */
  readonly maxval: number;
  /** The start of the samples. */
  readonly end: number;
}

/** The codings of PBM, PGM, and PPM, by their first digit. */
const codings: Readonly<Record<string, Pick<PnmHeader, 'coding' | 'channels'>>> = {
  1: { coding: 'textBits', channels: 1 },
  2: { coding: 'text', channels: 1 },
  3: { coding: 'text', channels: 3 },
  4: { coding: 'bits', channels: 1 },
  5: { coding: 'bytes', channels: 1 },
  6: { coding: 'bytes', channels: 3 },
};

/** The channels of a PAM, by its tuple type; without one, one channel is gray and three are a color. */
const tupleChannels: Readonly<Record<string, 1 | 2 | 3 | 4>> = {
  BLACKANDWHITE: 1,
  GRAYSCALE: 1,
  RGB: 3,
  BLACKANDWHITE_ALPHA: 2,
  GRAYSCALE_ALPHA: 2,
  RGB_ALPHA: 4,
};

const maxHeaderBytes = 64 * 1024;
const maxMaxval = 65_535;
const newline = 0x0a;

/** @throws ConversionError, or RangeError if the file ends within it */
export function headerOf(file: Buffer): PnmHeader {
  const magic = file.toString('latin1', 0, 2);
  if (magic === 'P7') return pamHeader(file);
  const kind = own(codings, magic.slice(1));
  if (!magic.startsWith('P') || kind === undefined) throw damaged('image');
  const hasMaxval = kind.coding === 'text' || kind.coding === 'bytes';
  const numbers: number[] = [];
  let at = 2;
  while (numbers.length < (hasMaxval ? 3 : 2)) {
    at = tokenStart(file, at);
    const end = digitsEnd(file, at);
    numbers.push(Number(file.toString('latin1', at, end)));
    at = end;
  }
  const [width = 0, height = 0, maxval = 1] = numbers;
  // Exactly one white space character precedes binary samples.
  return checked({ ...kind, width, height, maxval, end: at + 1 });
}

/** A PAM header has one line per field (netpbm, pam(5)). */
function pamHeader(file: Buffer): PnmHeader {
  const facts = new Map<string, string>();
  for (let at = 2; ;) {
    const end = file.indexOf(newline, at);
    if (end < 0 || end > maxHeaderBytes) throw damaged('image');
    const line = file.toString('latin1', at, end).trim();
    at = end + 1;
    if (line === 'ENDHDR') {
      return checked({ ...pamKind(facts), end: at });
    }
    const space = line.search(/\s/);
    if (!line.startsWith('#') && space > 0) facts.set(line.slice(0, space), line.slice(space).trim());
  }
}

function pamKind(facts: ReadonlyMap<string, string>): Omit<PnmHeader, 'end'> {
  const [width = 0, height = 0, depth = 0, maxval = 0] = ['WIDTH', 'HEIGHT', 'DEPTH', 'MAXVAL'].map((name) =>
    Number(facts.get(name)),
  );
  const type = facts.get('TUPLTYPE') ?? '';
  const channels = ([1, 2, 3, 4] as const).find((each) => each === depth);
  const expected = type === '' ? (depth === 1 || depth === 3 ? depth : undefined) : own(tupleChannels, type);
  if (channels === undefined || channels !== expected) {
    throw new ConversionError(type === '' ? fault('pam.samples', depth) : fault('pam.type', type));
  }
  return { coding: 'bytes', width, height, channels, maxval };
}

function checked(header: PnmHeader): PnmHeader {
  const { width, height, maxval } = header;
  const isWhole = [width, height, maxval].every((each) => Number.isSafeInteger(each) && each > 0);
  if (!isWhole || maxval > maxMaxval) throw damaged('image');
  return header;
}

/** The start of the next token, after white space and comments. */
export function tokenStart(file: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const byte = file.readUInt8(at);
    if (byte === 0x23) {
      const end = file.indexOf(newline, at);
      if (end < 0) throw damaged('image');
      at = end + 1;
    } else if (isWhite(byte)) {
      at += 1;
    } else {
      return at;
    }
  }
}

/**
 * The end of the digits that begin here.
 * @throws ConversionError if there are none
 */
export function digitsEnd(file: Buffer, start: number): number {
  let end = start;
  while (isDigit(file[end])) end += 1;
  if (end === start || end - start > 10) throw damaged('image');
  return end;
}

const isWhite = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
