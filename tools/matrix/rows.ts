import type { FormatKind } from '../../src/contract/formats/format.ts';
import { formatRow } from '../../src/contract/formats/table.ts';
import type { JsonObject } from '../../src/contract/read.ts';
import type { ToolId } from '../../src/contract/tools.ts';
import type { EngineId } from '../../src/engines/index.ts';
import { namesIn } from '../../src/engines/programs/ffmpeg/codecs.ts';
import { ffmpegTargets } from '../../src/engines/programs/ffmpeg/formats.ts';
import { isProgramId, type ProgramId, programs } from '../../src/engines/programs/programs.ts';
import { compressions, conversions } from '../../src/engines/registry.ts';
import { proofs } from './kinds/index.ts';
import type { Proofs } from './proofs.ts';

/** One row of the registry: a conversion, or a compression from a format to itself. */
export interface Row {
  readonly tool: ToolId;
  readonly engine: EngineId;
  readonly from: string;
  readonly to: string;
  /** Options that make the service choose this row over another one of the pair. */
  readonly options: JsonObject;
}

const helpers = new Set(conversions.map(({ from, to, helper }) => `${helper} ${from} ${to}`));

/** Every row that the local service offers. */
export const rows: readonly Row[] = [
  ...conversions.map(({ engine, from, to }) => {
    const options = helpers.has(`${engine} ${from} ${to}`) ? optionsOf(to) : {};
    return { tool: 'convert', engine, from, to, options } as const;
  }),
  ...compressions.map(({ engine, format }) => {
    return { tool: 'compress', engine, from: format, to: format, options: {} } as const;
  }),
];

/** FFmpeg's default options for the target. */
function optionsOf(to: string): JsonObject {
  const { video, audio } = ffmpegTargets[to] ?? {};
  const [codec] = [...namesIn(video), ...namesIn(audio)];
  return codec === undefined ? { channels: 2 } : { codec };
}

export function proofsOf({ engine, to }: Row): Proofs | undefined {
  return proofs.find((each) => each.engine === engine && Object.hasOwn(each.checks, to));
}

export function kindOf(row: Row): FormatKind | undefined {
  const declared = proofsOf(row)?.kind;
  const kind = typeof declared === 'function' ? declared(row.to) : declared;
  // The engines of documents read and write ebooks, too.
  const isBook = [row.from, row.to].some((format) => formatRow(format)?.kind === 'ebooks');
  return kind === 'documents' && isBook ? 'ebooks' : kind;
}

/** The program of the user's that does the row's work; `undefined` where the service does it alone. */
export function programOf({ engine }: Row): ProgramId | undefined {
  return isProgramId(engine) ? engine : undefined;
}

export function rowName(row: Row): string {
  const { tool, from, to } = row;
  if (tool === 'compress') return `${from} compressed`;
  const program = programOf(row);
  return `${from} → ${to}${program === undefined ? '' : `, with ${programs[program].name}`}`;
}
