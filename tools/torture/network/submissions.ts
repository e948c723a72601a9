import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { numberBelow, pickFrom, seededRandom } from '../../../test/support/seededRandom.ts';

const pictures = ['one', 'two', 'three', 'four'] as const;
const targets = ['webp', 'tiff', 'jpg'] as const;
const side = 48;
/** Requires Pandoc, which only some workers have. */
const page = { name: 'page', extension: 'md', targetFormat: 'rst' } as const;
const pageShare = 0.05;

/** A file that is sent once. */
export interface TenantSubmission {
  readonly number: number;
  /** The number of its account, starting at 0. */
  readonly account: number;
  readonly source: string;
  readonly extension: 'md' | 'png';
  readonly targetFormat: string;
  readonly body: Buffer;
}

/**
 * One submission of every source in every format, by the first account and before any fault. Their results are the
 * expected results of all others.
 */
export function firstSubmissions(sources: Sources): TenantSubmission[] {
  const kinds = pictures.flatMap((picture) =>
    targets.map((targetFormat) => [picture, targetFormat] as const),
  );
  return [
    ...kinds.map(([picture, format], number) => sources.picture(picture, format, { number, account: 0 })),
    sources.page({ number: kinds.length, account: 0 }),
  ];
}

/**
 * Endless further submissions, decided by the seed. Each file has a unique length, so that a job's row identifies it.
 */
export function* moreSubmissions(
  sources: Sources,
  seed: number,
  accounts: number,
): Generator<TenantSubmission, never> {
  const random = seededRandom('submissions', seed);
  for (let number = pictures.length * targets.length + 1; ; number += 1) {
    const facts = { number, account: numberBelow(accounts, random) };
    if (random() < pageShare) yield sources.page(facts);
    else yield sources.picture(pickFrom(pictures, random), pickFrom(targets, random), facts);
  }
}

/** A key for the expected output, which depends only on source and format. */
export function kindOf({ source, targetFormat }: TenantSubmission): string {
  return `${source}.${targetFormat}`;
}

type Facts = Pick<TenantSubmission, 'number' | 'account'>;

/** Pictures of noise whose length differs only by a comment, and a page whose length differs by spaces. */
export class Sources {
  readonly #plain: ReadonlyMap<string, Buffer>;
  readonly #bytes: number;

  private constructor(plain: ReadonlyMap<string, Buffer>, bytes: number) {
    this.#plain = plain;
    this.#bytes = bytes;
  }

  static async make(): Promise<Sources> {
    const made = pictures.map(async (picture) => [picture, await noise(picture)] as const);
    const all = await Promise.all(made);
    const longest = Math.max(...all.map(([, { length }]) => length));
    const plain = all.map(([name, png]) => [name, withComment(png, longest - png.length)] as const);
    return new Sources(new Map(plain), plain[0]?.[1].length ?? 0);
  }

  /** The sample, extended by `number` bytes. */
  picture(
    source: (typeof pictures)[number],
    targetFormat: (typeof targets)[number],
    facts: Facts,
  ): TenantSubmission {
    const body = withComment(this.#plain.get(source) ?? Buffer.alloc(0), facts.number);
    return { ...facts, source, extension: 'png', targetFormat, body };
  }

  /** The length of the picture with this number. */
  page(facts: Facts): TenantSubmission {
    const { name, extension, targetFormat } = page;
    const bytes = this.#bytes + withComment(Buffer.alloc(0), 0).length + facts.number;
    const body = Buffer.from('# Title\n\nSome *text*.\n'.padEnd(bytes));
    return { ...facts, source: name, extension, targetFormat, body };
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
