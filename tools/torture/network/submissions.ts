import sharp from 'sharp';
import { numberBelow, pickFrom, seededRandom } from '../../../test/support/seededRandom.ts';
import { noise } from '../../../test/support/service/recordings.ts';

const side = 48;
const pictures = ['one', 'two', 'three', 'four'] as const;
const targets = ['webp', 'tiff', 'jpg'] as const;
/** The size of the smallest file, which is larger than the pictures. */
const minBytes = 8192;
/** Requires Pandoc, which only some workers have. */
const page: Kind = { source: 'page', extension: 'md', targetFormat: 'rst' };
const pageShare = 0.05;

/** A source and a target format. They determine the output. */
interface Kind {
  readonly source: string;
  readonly extension: 'md' | 'png';
  readonly targetFormat: string;
}

/** A file that is sent once. */
export interface Submission extends Kind {
  readonly name: string;
  /** The number of its account, starting at 0. */
  readonly account: number;
  readonly body: Buffer<ArrayBuffer>;
}

const pictureOf = (source: string, targetFormat: string): Kind => ({
  source,
  extension: 'png',
  targetFormat,
});

/** Submissions, each of a file with a unique length, so that a job's row identifies it. */
export class Submissions {
  readonly #contents = new Map([[page.source, Buffer.from('# Title\n\nSome *text*.\n')]]);
  #count = 0;

  static async make(): Promise<Submissions> {
    const submissions = new Submissions();
    for (const source of pictures) {
      const raw = { width: side, height: side, channels: 3 } as const;
      const png = await sharp(noise(source, side * side * 3), { raw })
        .png()
        .toBuffer();
      submissions.#contents.set(source, png);
    }
    return submissions;
  }

  /**
   * One submission of every source in every format, by the first account and before any fault. Their results are the
   * expected results of all others.
   */
  first(): Submission[] {
    const kinds = pictures.flatMap((source) => targets.map((target) => pictureOf(source, target)));
    return [...kinds, page].map((kind) => this.#next(kind, 0));
  }

  /** Endless further submissions, decided by the seed. */
  *more(seed: number, accounts: number): Generator<Submission, never> {
    const random = seededRandom('submissions', seed);
    for (;;) {
      const account = numberBelow(accounts, random);
      const isPage = random() < pageShare;
      yield this.#next(
        isPage ? page : pictureOf(pickFrom(pictures, random), pickFrom(targets, random)),
        account,
      );
    }
  }

  #next(kind: Kind, account: number): Submission {
    const number = this.#count++;
    // Readers ignore what follows a picture.
    const body = Buffer.alloc(minBytes + number, ' ');
    this.#contents.get(kind.source)?.copy(body);
    return { ...kind, name: `file-${number}.${kind.extension}`, account, body };
  }
}

/** A key for the expected output. */
export function kindOf({ source, targetFormat }: Submission): string {
  return `${source}.${targetFormat}`;
}
