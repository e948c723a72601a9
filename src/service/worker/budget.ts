import type { MemoryClass, TimeClass } from '../../engines/api/engineDescription.ts';
import type { EngineTask } from '../../engines/api/task.ts';
import { engineNamed } from '../../engines/index.ts';
import { hourMs, minuteMs, secondMs } from '../../util/clock.ts';

/** Limits of one conversion. If it exceeds one, its worker is killed. */
export interface Budget {
  readonly maxMs: number;
  /** Time limit of all steps of work in steps. `maxMs` then applies to each step. */
  readonly maxTotalMs?: number | undefined;
  /** Memory of the worker and its child processes. */
  readonly maxMemoryBytes: number;
  /** Size of the output, and of other files that a program writes. */
  readonly maxOutputBytes: number;
}

/**
 * The limit for an input: a base, plus an amount per megabyte of input and per requested megapixel, up to a maximum.
 */
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

/** Time limits: several times the durations that were measured with two processors, because a computer may be busy. */
const times: Readonly<Record<TimeClass, Allowance>> = {
  // Counting pages. The answer to a submission waits for that, and rejects the submission if it takes too long.
  counting: { base: 10 * secondMs, perMegabyte: secondMs, most: 20 * secondMs },
  // Structured data, converted at about a megabyte per second.
  values: { base: 2 * minuteMs, perMegabyte: 10 * secondMs, most: 15 * minuteMs },
  // A megabyte of text, which is about 300 pages, is typeset in five seconds. Compressed text is five times as long.
  texts: { base: 2 * minuteMs, perMegabyte: minuteMs, most: 30 * minuteMs },
  // A few bytes may contain 100 megapixels, which take minutes to encode in JPEG XL.
  pixels: { base: 10 * minuteMs, perMegabyte: 10 * secondMs, most: hourMs },
  // A step is a page. The first one includes reading the document, and the last one converting the recognized text.
  scans: { base: 5 * minuteMs, perMegabyte: minuteMs, most: 30 * minuteMs },
  // Previews are short, because the user is waiting.
  previews: { base: 2 * minuteMs, perMegabyte: secondMs, most: 5 * minuteMs },
  // A megabyte of speech plays for 20 minutes, and each minute takes a second to encode.
  sounds: { base: 2 * minuteMs, perMegabyte: minuteMs, most: hourMs },
  // A megabyte may contain a hundred megabytes, and 7-Zip compresses one per second.
  archives: { base: 5 * minuteMs, perMegabyte: 10 * secondMs, most: hourMs },
  // A megabyte of video may play for a minute, which may take AV1 ten minutes to encode.
  videos: { base: 5 * minuteMs, perMegabyte: 10 * minuteMs, most: 4 * hourMs },
  // A workbook or a web page takes 15 seconds per megabyte, or more if it is full of tables.
  office: { base: 2 * minuteMs, perMegabyte: 2 * minuteMs, most: 30 * minuteMs },
  // For example, a book with a thousand pictures, or a page that PostScript draws line by line.
  books: { base: 3 * minuteMs, perMegabyte: minuteMs, most: 30 * minuteMs },
};

/**
 * Memory limits. An engine needs 100 to 300 MB, and a worker that is reused may still have up to 512 MB from earlier
 * work.
 */
const memories: Readonly<Record<MemoryClass, Allowance>> = {
  values: { base: gibibyte, perMegabyte: 20 * mebibyte, most: maxMemoryBytes },
  // A byte of text may become 350 bytes in a parsed tree. For compressed text, twice as many.
  texts: { base: gibibyte, perMegabyte: 800 * mebibyte, most: maxMemoryBytes },
  // A few bytes may contain 100 megapixels, for which AVIF needs 3.3 GB, or a gigabyte in an archive. The engines limit
  // these themselves.
  unfolded: { base: maxMemoryBytes, perMegabyte: 0, most: maxMemoryBytes },
  // Programs need this much for large pictures in small files, and for videos with large pictures.
  programs: { base: 2 * gibibyte, perMegabyte: 100 * mebibyte, most: maxMemoryBytes },
};

/**
 * Vector formats. A few bytes may describe a billion drawing steps, so their limits start lower and grow with the size.
 * A PDF page takes at most a second, and contains at least a kilobyte. Each step of an SVG filter may keep a picture in
 * memory.
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
  // Memory that the AVIF encoder needs, with a margin.
  perMegapixel: 40 * mebibyte,
  most: maxMemoryBytes,
};
/** Limits for all steps together. A megabyte may contain 100 pages in black and white, and each takes five seconds. */
const totalTimes: Readonly<Partial<Record<TimeClass, Allowance>>> = {
  scans: { base: 5 * minuteMs, perMegabyte: 10 * minuteMs, most: 24 * hourMs },
};

/** The area of an A4 page. */
const squareInches = 97;

/**
 * The budget of a conversion, by its engine and the size of its input. A small file doesn't need hours or gigabytes,
 * unless files of its kind can contain far more than their size. Engines limit what a file's content shows beforehand.
 * The budget limits the rest.
 */
export function budgetOf(task: SizedTask): Budget {
  const { time, memory, program } = engineNamed(task.engine);
  const total = totalTimes[time];
  const isDrawing = program === undefined && drawings.has(task.from);
  return {
    maxMs: allowed(task, times[time], ...(isDrawing ? [drawingTime] : [])),
    maxTotalMs: total && allowed(task, total),
    maxMemoryBytes: allowed(task, memories[memory], ...(isDrawing ? [drawingMemory] : [])),
    maxOutputBytes,
  };
}

type SizedTask = Pick<EngineTask, 'engine' | 'from' | 'options' | 'inputBytes'>;

/** The smallest of the limits that these allowances yield. */
function allowed({ inputBytes, options }: SizedTask, ...allowances: readonly Allowance[]): number {
  const all = allowances.map(({ base, perMegabyte, perMegapixel = 0, most }) => {
    const earned = (perMegabyte * inputBytes) / mebibyte + perMegapixel * megapixelsAsked(options);
    return Math.min(most, base + earned);
  });
  return Math.min(...all);
}

/**
 * The megapixels of the requested picture, from its density or its sides. If only one side is given, it counts as a
 * square.
 */
function megapixelsAsked({ density, width, height }: EngineTask['options']): number {
  const [perInch, across, down] = [density, width, height].map((each) => Number(each ?? 0));
  if (perInch) return (squareInches * perInch ** 2) / 1e6;
  return ((across || down || 0) * (down || across || 0)) / 1e6;
}
