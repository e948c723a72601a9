import type { MemoryClass, TimeClass } from '../../engines/api/engineDescription.ts';
import type { EngineWork } from '../../engines/api/work.ts';
import { engineNamed } from '../../engines/index.ts';
import { hourMs, minuteMs, secondMs } from '../../util/durations.ts';

/** Limits of one conversion; exceeding them kills its worker. */
export interface Budget {
  readonly maxMs: number;
  /** For the worker and its child processes. */
  readonly maxMemoryBytes: number;
  /** For the output and for its program's other files. */
  readonly maxOutputBytes: number;
}

/** A base for any input plus an amount per megabyte of input and per requested megapixel, up to a maximum. */
interface Allowance {
  readonly base: number;
  readonly perMegabyte: number;
  readonly perMegapixel?: number;
  readonly most: number;
}

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;
const maxMemoryBytes = 4 * gibibyte;
const maxOutputBytes = 4 * gibibyte;

/** Several times the durations measured on two processors: a computer may be busy. */
const times: Readonly<Record<TimeClass, Allowance>> = {
  // A submission's answer waits for the count, and is refused if it is aborted.
  counting: { base: 10 * secondMs, perMegabyte: secondMs, most: 20 * secondMs },
  // A megabyte per second.
  values: { base: 2 * minuteMs, perMegabyte: 10 * secondMs, most: 15 * minuteMs },
  // A megabyte of text, some 300 pages, is typeset in five seconds; compressed text is five times as long.
  texts: { base: 2 * minuteMs, perMegabyte: minuteMs, most: 30 * minuteMs },
  // A few bytes may be 100 megapixels, which take minutes in JPEG XL.
  pixels: { base: 10 * minuteMs, perMegabyte: 10 * secondMs, most: hourMs },
  // A megabyte may be 100 pages in black and white, and a page takes five seconds.
  scans: { base: 5 * minuteMs, perMegabyte: 10 * minuteMs, most: 4 * hourMs },
  // The user is waiting.
  previews: { base: 2 * minuteMs, perMegabyte: secondMs, most: 5 * minuteMs },
  // A megabyte of speech plays for 20 minutes, and a minute is encoded in a second.
  sounds: { base: 2 * minuteMs, perMegabyte: minuteMs, most: hourMs },
  // A megabyte may contain a hundred; 7-Zip compresses one per second.
  archives: { base: 5 * minuteMs, perMegabyte: 10 * secondMs, most: hourMs },
  // A megabyte of video may play for a minute, and AV1 may need ten for it.
  videos: { base: 5 * minuteMs, perMegabyte: 10 * minuteMs, most: 4 * hourMs },
  // Fifteen seconds per megabyte of a workbook or a web page, more if it is full of tables.
  office: { base: 2 * minuteMs, perMegabyte: 2 * minuteMs, most: 30 * minuteMs },
  // A book with a thousand pictures; a page that PostScript draws line by line.
  books: { base: 3 * minuteMs, perMegabyte: minuteMs, most: 30 * minuteMs },
};

/** An engine needs 100 to 300 MB, and a warm worker has kept up to 512 MB of its earlier work. */
const memories: Readonly<Record<MemoryClass, Allowance>> = {
  values: { base: gibibyte, perMegabyte: 20 * mebibyte, most: maxMemoryBytes },
  // A byte of text becomes up to 350 in parsed trees, and a byte of compressed text twice as many.
  texts: { base: gibibyte, perMegabyte: 800 * mebibyte, most: maxMemoryBytes },
  // A few bytes may be 100 megapixels, for which AVIF needs 3.3 GB, or a gigabyte in an archive; the engines limit
  // these.
  unfolded: { base: maxMemoryBytes, perMegabyte: 0, most: maxMemoryBytes },
  // Programs need this for large pictures in small files, and for videos of large pictures.
  programs: { base: 2 * gibibyte, perMegabyte: 100 * mebibyte, most: maxMemoryBytes },
};

/**
 * Vector formats, in which a few bytes may mean a billion drawing steps: their limits start lower and grow with the
 * size. A PDF page takes at most a second, and at least a kilobyte; each step of an SVG filter may keep a picture.
 */
const drawings: ReadonlySet<string> = new Set(['pdf', 'svg']);
const drawingTime: Allowance = {
  base: minuteMs,
  perMegabyte: 14 * minuteMs,
  perMegapixel: 6 * secondMs,
  most: hourMs,
};
const drawingMemory: Allowance = {
  base: 3 * gibibyte,
  perMegabyte: gibibyte,
  // The AVIF encoder's needs, with a margin.
  perMegapixel: 40 * mebibyte,
  most: maxMemoryBytes,
};
/** The area of an A4 page. */
const squareInches = 97;

/**
 * The budget of a conversion, by its engine and the size of its input: a small file needs no hours or gigabytes, unless
 * its kind is known to unfold. Engines limit what they can tell from a file's content; this covers the rest.
 */
export function budgetOf(work: SizedWork): Budget {
  const { time, memory, program } = engineNamed(work.engine);
  const isDrawing = program === undefined && drawings.has(work.from);
  return {
    maxMs: allowed(work, times[time], ...(isDrawing ? [drawingTime] : [])),
    maxMemoryBytes: allowed(work, memories[memory], ...(isDrawing ? [drawingMemory] : [])),
    maxOutputBytes,
  };
}

type SizedWork = Pick<EngineWork, 'engine' | 'from' | 'options' | 'inputBytes'>;

/** The minimum of these allowances. */
function allowed({ inputBytes, options }: SizedWork, ...allowances: readonly Allowance[]): number {
  const all = allowances.map(({ base, perMegabyte, perMegapixel = 0, most }) => {
    const earned = (perMegabyte * inputBytes) / mebibyte + perMegapixel * megapixelsAsked(options);
    return Math.min(most, base + earned);
  });
  return Math.min(...all);
}

/** The megapixels of the requested picture, from its density or its sides; a square if only one is given. */
function megapixelsAsked({ density, width, height }: EngineWork['options']): number {
  const [perInch, across, down] = [density, width, height].map((each) => Number(each ?? 0));
  if (perInch) return (squareInches * perInch ** 2) / 1e6;
  return ((across || down || 0) * (down || across || 0)) / 1e6;
}
