import type { DocumentedToolId } from '../../../src/contract/tools.ts';
import type { EngineId } from '../../../src/engines/index.ts';
import type { FoundPrograms } from '../../../src/engines/programs/findPrograms.ts';
import { isProgramId } from '../../../src/engines/programs/programs.ts';
import { offeredCompressions, offeredConversions } from '../../../src/engines/registry.ts';
import { samplesByFormat } from './samples.ts';

/** An engine, one of its source formats, and its target. */
export interface FuzzedReader {
  readonly tool: DocumentedToolId;
  readonly engine: EngineId;
  readonly from: string;
  readonly targets: readonly string[];
  readonly samples: readonly string[];
}

/** Targets that are slow to write and reveal nothing about reading the source. */
const slowTargets: ReadonlySet<string> = new Set('avif heic jxl mp4 webm 7z xz tar.xz j2k jp2'.split(' '));

/** All readers that have a sample: those of programs if any programs were found, or else our own. */
export function readersWith(found: FoundPrograms): FuzzedReader[] {
  const isWanted = ({ engine }: { readonly engine: EngineId }): boolean =>
    isProgramId(engine) === found.size > 0;
  const conversions = Map.groupBy(offeredConversions(found), ({ engine, from }) => `${engine}/${from}`);
  const converters = [...conversions.values()].flatMap((ofReader): Omit<FuzzedReader, 'samples'>[] => {
    const all = ofReader.map(({ to }) => to);
    const quick = all.filter((to) => !slowTargets.has(to));
    return ofReader.slice(0, 1).map(({ engine, from }) => ({
      tool: 'convert',
      engine,
      from,
      targets: quick.length > 0 ? quick : all,
    }));
  });
  const compressors = offeredCompressions(found).map(({ engine, format }): Omit<FuzzedReader, 'samples'> => ({
    tool: 'compress',
    engine,
    from: format,
    targets: [format],
  }));
  return [...converters, ...compressors].filter(isWanted).flatMap((reader) => {
    const samples = samplesByFormat.get(reader.from);
    return samples ? [{ ...reader, samples }] : [];
  });
}

/** The readers with this engine, format, or `engine/format`. */
export function readersNamed(readers: readonly FuzzedReader[], name: string): FuzzedReader[] {
  return readers.filter((reader) => [reader.engine, reader.from, nameOf(reader)].includes(name));
}

export function nameOf({ engine, from }: Pick<FuzzedReader, 'engine' | 'from'>): string {
  return `${engine}/${from}`;
}
