import type { FormatKind } from '../../src/contract/formats/format.ts';
import { formatById } from '../../src/contract/formats/table.ts';
import type { JsonObject } from '../../src/contract/read.ts';
import type { ToolId } from '../../src/contract/tools.ts';
import type { EngineId } from '../../src/engines/index.ts';
import { codecNames } from '../../src/engines/programs/ffmpeg/codecs.ts';
import { ffmpegTargets } from '../../src/engines/programs/ffmpeg/formats.ts';
import { isProgramId, type ProgramId, programs } from '../../src/engines/programs/programs.ts';
import { compressions, conversions } from '../../src/engines/registry.ts';
import { proofs } from './proofs.ts';

/** A conversion, or a compression from a format to itself. */
export interface MatrixCase {
  readonly tool: ToolId;
  readonly engine: EngineId;
  readonly from: string;
  readonly to: string;
  /** Options that make the service choose this conversion over another one of the same pair. */
  readonly options: JsonObject;
}

const helpers = new Set(conversions.map(({ from, to, helper }) => `${helper} ${from} ${to}`));

/** Every conversion and compression of the local service. */
export const matrixCases: readonly MatrixCase[] = [
  ...conversions.map(({ engine, from, to }) => {
    const options = helpers.has(`${engine} ${from} ${to}`) ? optionsOf(engine, to) : {};
    return { tool: 'convert', engine, from, to, options } as const;
  }),
  ...compressions.map(({ engine, format }) => {
    return { tool: 'compress', engine, from: format, to: format, options: {} } as const;
  }),
];

/** A program's default options for the target. */
function optionsOf(engine: EngineId, to: string): JsonObject {
  if (engine === 'tesseract') return { languages: 'eng' };
  const { video, audio } = ffmpegTargets[to] ?? {};
  const [codec] = [...codecNames(video), ...codecNames(audio)];
  return codec === undefined ? { channels: 2 } : { codec };
}

export function kindOf({ engine, from, to }: MatrixCase): FormatKind | undefined {
  const declared = proofs[engine]?.kind;
  const kind = typeof declared === 'function' ? declared(to) : declared;
  // The document engines read and write ebooks, too.
  const isBook = [from, to].some((format) => formatById(format)?.kind === 'ebooks');
  return kind === 'documents' && isBook ? 'ebooks' : kind;
}

/** The user's program that does the work, or `undefined` if the service does it alone. */
export function programOf({ engine }: MatrixCase): ProgramId | undefined {
  return isProgramId(engine) ? engine : undefined;
}

export function caseName(tested: MatrixCase): string {
  const { tool, from, to } = tested;
  if (tool === 'compress') return `${from} compressed`;
  const program = programOf(tested);
  return `${from} → ${to}${program === undefined ? '' : `, with ${programs[program].name}`}`;
}
