import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { data, document } from '../../../test/support/service/fixtures.ts';
import { localLimits } from '../../../src/service/plans.ts';
import { ensureSystemPackages, programNeeds } from '../../../test/support/systemPackages.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns, type Pair } from '../statistics.ts';
import { byOfficeAlone } from '../support/officeAlone.ts';
import { copiesOf, newFolder } from '../support/pictures.ts';
import { windowScript } from '../support/windowScript.ts';
import { byEnginesAlone } from '../support/workerAlone.ts';

const officeCount = 20;
/** Enough files that loading the engine in a second worker doesn't matter. */
const libraryCount = 60;
const runs = 3;
const { maxParallelJobs } = localLimits;
const goal = 1.15;

/** A conversion of the same content many times, by the extension and by a program or library alone. */
interface Conversion {
  readonly count: number;
  readonly content: Buffer;
  readonly from: string;
  readonly to: string;
  readonly alone: (sources: readonly string[], parallel: number) => Promise<number>;
}

const officeFiles = [document('voyage.docx'), data('ledger.xlsx'), document('voyage.pptx')];
const libraryPairs = [
  { file: document('voyage.docx'), to: 'md' },
  { file: data('ledger.xlsx'), to: 'csv' },
  { file: document('pictures.pdf'), to: 'png' },
  { file: document('text.pdf'), to: 'md' },
];

/**
 * Documents converted through a window and its local service with the user's programs, compared with the bare programs
 * or libraries.
 */
export default async function* documents(): AsyncGenerator<Figure> {
  await ensureSystemPackages(programNeeds);
  for (const file of officeFiles) {
    const office = { ...(await contentOf(file)), count: officeCount, to: 'pdf', alone: byOfficeAlone };
    const by = 'LibreOffice without a sandbox, in an existing profile';
    yield figureOf(office, by, goal, await secondsFor(office));
  }
  for (const { file, to } of libraryPairs) {
    const pair = byLibrary({ ...(await contentOf(file)), to });
    const seconds = await secondsFor(pair);
    const easy = await secondsFor(byLibrary(easyConversion(pair.content.length)));
    // Submitting, queuing, and saving take the same time for any file of this size.
    const bound = (seconds.reference + easy.ours - easy.reference) / seconds.reference;
    yield figureOf(pair, 'the same libraries without the extension and its service', goal * bound, seconds);
  }
}

async function contentOf(file: string): Promise<Pick<Conversion, 'content' | 'from'>> {
  return { content: await readFile(file), from: path.extname(file).slice(1) };
}

/** A conversion with hardly any work for the engine, of a file of this size in bytes. */
function easyConversion(bytes: number): Pick<Conversion, 'content' | 'from' | 'to'> {
  return { content: Buffer.from(JSON.stringify('a'.repeat(bytes))), from: 'json', to: 'yaml' };
}

function byLibrary(pair: Pick<Conversion, 'content' | 'from' | 'to'>): Conversion {
  const { from, to } = pair;
  return {
    ...pair,
    count: libraryCount,
    alone: async (sources, parallel) => byEnginesAlone(sources, from, to, parallel),
  };
}

async function secondsFor({ content, count, from, to, alone }: Conversion): Promise<Pair & { runs: number }> {
  return inTurns(
    runs,
    async () => {
      const sources = await copiesOf(content, count, from);
      const task = { sources, storageFolder: await newFolder(), targetFormat: to, service: 'warm' as const };
      return (await windowScript.run(task)).seconds;
    },
    async () => alone(await copiesOf(content, count, from), maxParallelJobs),
  );
}

function figureOf(
  { content, count, from, to }: Conversion,
  by: string,
  bound: number,
  seconds: Pair & { runs: number },
): Figure {
  return figure({
    name: `documents-${from}-${to}`,
    ...seconds,
    goal: bound,
    unit: 's',
    note: `${count} of ${Math.round(content.length / 1000)} kB; compared with ${by}, ${maxParallelJobs} at a time`,
  });
}
