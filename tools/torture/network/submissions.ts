import { numberBelow, pickFrom, seededRandom } from '../../../test/support/seededRandom.ts';
import { picture } from '../picture.ts';

const side = 48;
const pictures = ['one', 'two', 'three', 'four'] as const;
const targets = ['webp', 'tiff', 'jpg'] as const;
/** The size of the smallest file, which is larger than the pictures. */
const minBytes = 8192;
const pageShare = 0.05;

/** A source and a target format. They determine the output. */
interface Kind {
  readonly source: string;
  readonly extension: 'md' | 'png';
  readonly targetFormat: string;
}

/** Requires Pandoc, which only some workers have. */
const page: Kind = { source: 'page', extension: 'md', targetFormat: 'rst' };

/** One submission of each is the first that is made, by the first account. Their results are expected of all others. */
export const kinds: readonly Kind[] = [
  page,
  ...pictures.flatMap((source) => targets.map((target) => pictureOf(source, target))),
];

/** A file that is sent once. */
export interface Submission extends Kind {
  readonly name: string;
  /** The number of its account, starting at 0. */
  readonly account: number;
  readonly body: Buffer<ArrayBuffer>;
}

/**
 * Returns a function that makes endless submissions, decided by the seed. Each is of a file with a unique length, so
 * that a job's row identifies it.
 */
export async function submissionsFor(seed: number, accounts: number): Promise<() => Submission> {
  const random = seededRandom('submissions', seed);
  const contents = new Map([[page.source, Buffer.from('# Title\n\nSome *text*.\n')]]);
  for (const source of pictures) contents.set(source, await picture(source, side));
  let count = 0;
  const randomKind = (): Kind =>
    random() < pageShare ? page : pictureOf(pickFrom(pictures, random), pickFrom(targets, random));
  return () => {
    const number = count++;
    const kind = kinds[number] ?? randomKind();
    // Readers ignore what follows a picture.
    const body = Buffer.alloc(minBytes + number, ' ');
    contents.get(kind.source)?.copy(body);
    const account = number < kinds.length ? 0 : numberBelow(accounts, random);
    return { ...kind, name: `file-${number}.${kind.extension}`, account, body };
  };
}

function pictureOf(source: string, targetFormat: string): Kind {
  return { source, extension: 'png', targetFormat };
}

/** A key for the expected output. */
export function kindOf({ source, targetFormat }: Submission): string {
  return `${source}.${targetFormat}`;
}
