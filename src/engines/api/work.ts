import type { ToolId } from '../../contract/tools.ts';
import type { Confinement } from './confinement.ts';

/** One conversion or compression, as the worker that runs it sees it. */
export interface Work {
  readonly tool: ToolId;
  /** The id of the engine that does it. */
  readonly engine: string;
  /** The executable of the user's that the engine has do the work, where it does none itself. */
  readonly program?: string | undefined;
  /** How that is confined; decided before the work is given to a worker. */
  readonly confinement?: Confinement;
  readonly from: string;
  readonly to: string;
  /** Checked against the options schema of the row. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly inputPath: string;
  /** Of what was submitted, also where an engine works on something that was made of it. */
  readonly inputBytes: number;
  /** The base name that the input was submitted under. */
  readonly fileName: string;
  /** Where the output goes; nothing is there yet. */
  readonly outputPath: string;
}

/** What an engine has to say besides its output. */
export interface WorkResult {
  /** The output's extension, where it is not that of `to`: several images for one file come in a zip. */
  readonly extension?: string;
  /** How many pages the work covers, where counting them was the work. */
  readonly pages?: number;
}

/**
 * Reads `inputPath` and writes `outputPath`, nothing else on the disk and nothing on the network.
 * @throws ConversionError
 */
export type Engine = (work: Work) => Promise<WorkResult | void>;
