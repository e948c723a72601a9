import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { numberBelow, pickFrom, seededRandom } from '../../../test/support/seededRandom.ts';

const pictures = ['one', 'two', 'three', 'four'] as const;
const targets = ['webp', 'tiff', 'jpg'] as const;
const side = 48;

/** A file that is sent once. */
export interface Submission {
  readonly number: number;
  /** The number of its account, starting at 0. */
  readonly account: number;
  readonly picture: (typeof pictures)[number];
  readonly targetFormat: (typeof targets)[number];
  readonly body: Buffer;
}

/** Every picture in every format once, by the first account, before any fault: the expected results of all others. */
export function firstSubmissions(sources: Sources): Submission[] {
  return pictures.flatMap((picture, row) =>
    targets.map((targetFormat, column) => {
      const number = row * targets.length + column;
      return { number, account: 0, picture, targetFormat, body: sources.file(picture, number) };
    }),
  );
}

/** Endless further submissions, decided by the seed; each has a unique length, so that a job's row identifies it. */
export function* moreSubmissions(
  sources: Sources,
  seed: number,
  accounts: number,
): Generator<Submission, never> {
  const random = seededRandom('submissions', seed);
  for (let number = pictures.length * targets.length; ; number += 1) {
    const picture = pickFrom(pictures, random);
    const account = numberBelow(accounts, random);
    const body = sources.file(picture, number);
    yield { number, account, picture, targetFormat: pickFrom(targets, random), body };
  }
}

/** The expected output is identified by picture and format. */
export function kindOf({ picture, targetFormat }: Submission): string {
  return `${picture}.${targetFormat}`;
}

/** Pictures of noise that differ in length by a comment alone. */
export class Sources {
  readonly #plain: ReadonlyMap<string, Buffer>;

  private constructor(plain: ReadonlyMap<string, Buffer>) {
    this.#plain = plain;
  }

  static async make(): Promise<Sources> {
    const made = pictures.map(async (picture) => [picture, await noise(picture)] as const);
    const all = await Promise.all(made);
    const longest = Math.max(...all.map(([, { length }]) => length));
    return new Sources(new Map(all.map(([name, png]) => [name, withComment(png, longest - png.length)])));
  }

  /** The picture, longer by `number` bytes. */
  file(picture: string, number: number): Buffer {
    return withComment(this.#plain.get(picture) ?? Buffer.alloc(0), number);
  }
}

async function noise(name: string): Promise<Buffer> {
  const random = seededRandom(name);
  const pixels = Buffer.from(Array.from({ length: side * side * 3 }, () => random() * 256));
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

/** Adds a text chunk of this size before the end of a PNG. */
function withComment(png: Buffer, length: number): Buffer {
  const endBytes = 12;
  const typed = Buffer.concat([Buffer.from('tEXtComment\0'), Buffer.alloc(length, 'x')]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(typed.length - 4, 0);
  numbers.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([
    png.subarray(0, -endBytes),
    numbers.subarray(0, 4),
    typed,
    numbers.subarray(4),
    png.subarray(-endBytes),
  ]);
}
