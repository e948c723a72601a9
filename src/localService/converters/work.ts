import type { ToolId } from '../../contract/tools.ts';

/** The engines, under the names that the rows of the registry give them. */
export type EngineId = 'archive' | 'data' | 'image' | 'imageCompression' | 'sheets' | 'svgCompression';

/** One conversion or compression, as the worker that runs it sees it. */
export interface Work {
  readonly tool: ToolId;
  readonly engine: EngineId;
  readonly from: string;
  readonly to: string;
  /** Checked against the options schema of the row. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly inputPath: string;
  /** Where the output goes; nothing is there yet. */
  readonly outputPath: string;
}

/**
 * Reads `inputPath` and writes `outputPath`, nothing else on the disk and nothing on the network.
 * @throws ConversionError
 */
export type Engine = (work: Work) => Promise<void>;
