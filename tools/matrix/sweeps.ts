import path from 'node:path';
import type { EngineId } from '../../src/engines/index.ts';
import { describeCases } from './describeCases.ts';
import { type MatrixCase, matrixCases } from './matrixCases.ts';

interface Sweep {
  /** The engines whose cases the sweep proves; by default, all engines that no other sweep names. */
  readonly engines?: readonly EngineId[];
  /** The shard of these cases that the sweep proves, such as `2/3`. */
  readonly part?: string;
}

/**
 * The sweeps, which are files in `test/sweeps/engines/conversions`. They take about the same time, so that a runner can
 * spread them over the cores.
 */
const sweeps: Readonly<Record<string, Sweep>> = {
  calibre: { engines: ['calibre'] },
  ffmpeg1: { engines: ['ffmpeg'], part: '1/3' },
  ffmpeg2: { engines: ['ffmpeg'], part: '2/3' },
  ffmpeg3: { engines: ['ffmpeg'], part: '3/3' },
  magick1: { engines: ['magick'], part: '1/3' },
  magick2: { engines: ['magick'], part: '2/3' },
  magick3: { engines: ['magick'], part: '3/3' },
  office: { engines: ['libreoffice', 'ghostscript'] },
  pandoc1: { engines: ['pandoc'], part: '1/2' },
  pandoc2: { engines: ['pandoc'], part: '2/2' },
  rest1: { part: '1/3' },
  rest2: { part: '2/3' },
  rest3: { part: '3/3' },
  tesseract: { engines: ['tesseract'] },
};
const named = new Set(Object.values(sweeps).flatMap(({ engines = [] }) => engines));

/** The cases of one sweep. */
function casesOfSweep({ engines, part }: Sweep, all: readonly MatrixCase[]): MatrixCase[] {
  const isOfIt = ({ engine }: MatrixCase): boolean =>
    engines ? engines.includes(engine) : !named.has(engine);
  return everyNth(all.filter(isOfIt), part ?? '1/1');
}

function everyNth(all: readonly MatrixCase[], part: string): MatrixCase[] {
  const [which, of] = part.split('/').map(Number);
  return all.filter((_, at) => at % (of ?? 1) === (which ?? 1) - 1);
}

/** Defines the suite of the sweep that this file is named after. */
export function describeSweep(file: string): void {
  const name = path.basename(file, '.test.ts');
  const sweep = sweeps[name];
  if (sweep === undefined) throw new Error(`Unknown sweep: ${name}`);
  describeCases(`Conversions in the ${name} sweep`, casesOfSweep(sweep, matrixCases));
}
