import type { MemoryClass, TimeClass } from '../../engines/api/engineDescription.ts';
import type { Work } from '../../engines/api/work.ts';
import { engineNamed } from '../../engines/index.ts';
import { hourMs, minuteMs, secondMs } from '../../util/durations.ts';

/** What one conversion may take before its worker is killed. */
export interface Budget {
  readonly maxMs: number;
  /** Of the worker and of all that it started. */
  readonly maxMemoryBytes: number;
  /** Of the output, and of what the program that makes it leaves beside it. */
  readonly maxOutputBytes: number;
}

/** So much for any input, so much for each megabyte of it and each megapixel that is asked for, and never more than the most. */
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

/** What was measured on two processors, several times over: a computer may be busy. */
const times: Readonly<Record<TimeClass, Allowance>> = {
  // The answer to a submission waits for it, and a count that is given up refuses it.
  counting: { base: 10 * secondMs, perMegabyte: secondMs, most: 20 * secondMs },
  // A megabyte in a second.
  values: { base: 2 * minuteMs, perMegabyte: 10 * secondMs, most: 15 * minuteMs },
  // A megabyte of text, some 300 pages, is set in five seconds; zipped it is five times as many.
  texts: { base: 2 * minuteMs, perMegabyte: minuteMs, most: 30 * minuteMs },
  // A few bytes may be 100 megapixels, which JPEG XL takes minutes for.
  pixels: { base: 10 * minuteMs, perMegabyte: 10 * secondMs, most: hourMs },
  // Somebody looks on.
  previews: { base: 2 * minuteMs, perMegabyte: secondMs, most: 5 * minuteMs },
  // A megabyte of speech plays for 20 minutes, and a minute is encoded in a second.
  sounds: { base: 2 * minuteMs, perMegabyte: minuteMs, most: hourMs },
  // A megabyte may hold a hundred; 7-Zip packs one in a second.
  archives: { base: 5 * minuteMs, perMegabyte: 10 * secondMs, most: hourMs },
  // A megabyte of video may play for a minute, and AV1 take ten for it.
  videos: { base: 5 * minuteMs, perMegabyte: 10 * minuteMs, most: 4 * hourMs },
  // Fifteen seconds a megabyte of a workbook or a web page, more where it is full of tables.
  office: { base: 2 * minuteMs, perMegabyte: 2 * minuteMs, most: 30 * minuteMs },
  // A book with a thousand pictures; a page that PostScript draws line by line.
  books: { base: 3 * minuteMs, perMegabyte: minuteMs, most: 30 * minuteMs },
};

/** An engine takes 100 to 300 MB by itself, and a worker that is warm has kept up to 512 MB of what it did before. */
const memories: Readonly<Record<MemoryClass, Allowance>> = {
  values: { base: gibibyte, perMegabyte: 20 * mebibyte, most: maxMemoryBytes },
  // A byte of text becomes up to 350 in the trees that are made of it, one of a zipped text twice as many.
  texts: { base: gibibyte, perMegabyte: 800 * mebibyte, most: maxMemoryBytes },
  // A few bytes may be 100 megapixels, of which AVIF takes 3.3 GB, or a gigabyte in an archive; the engines see to that.
  unfolded: { base: maxMemoryBytes, perMegabyte: 0, most: maxMemoryBytes },
  // What programs take for large pictures in small files, and for videos of large ones.
  programs: { base: 2 * gibibyte, perMegabyte: 100 * mebibyte, most: maxMemoryBytes },
};

/**
 * What is drawn by steps that it tells, of which a few bytes may mean a billion: it has less than others until its size earns as
 * much. A page of a PDF takes a second or less, and a kilobyte at least; each step of an SVG's filter may keep a picture.
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
  // What the encoder of AVIF takes, with some to spare.
  perMegapixel: 40 * mebibyte,
  most: maxMemoryBytes,
};
/** Of a page of A4. */
const squareInches = 97;

/**
 * What a conversion may take, by its engine and the size of its input: a small file has no claim to hours or gigabytes,
 * unless its kind is known to unfold. The engines bound what they can tell by looking at a file; this is for the rest.
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

type SizedWork = Pick<Work, 'engine' | 'from' | 'options' | 'inputBytes'>;

/** By the least of these allowances. */
function allowed({ inputBytes, options }: SizedWork, ...allowances: readonly Allowance[]): number {
  const all = allowances.map(({ base, perMegabyte, perMegapixel = 0, most }) => {
    const earned = (perMegabyte * inputBytes) / mebibyte + perMegapixel * megapixelsAsked(options);
    return Math.min(most, base + earned);
  });
  return Math.min(...all);
}

/** Of the picture that the options ask for: by its density, or by its sides, a square where they tell one. */
function megapixelsAsked({ density, width, height }: Work['options']): number {
  const [perInch, across, down] = [density, width, height].map((each) => Number(each ?? 0));
  if (perInch) return (squareInches * perInch ** 2) / 1e6;
  return ((across || down || 0) * (down || across || 0)) / 1e6;
}
