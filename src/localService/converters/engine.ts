import type { ToolId } from '../../contract/tools.ts';

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

/** The engines by the name that the rows of the registry give them; each is loaded on first use, in a worker. */
export const engines = {
  image: async (): Promise<Engine> => (await import('./image/convert.ts')).convertImage,
  imageCompression: async (): Promise<Engine> => (await import('./image/compress.ts')).compressImage,
  svgCompression: async (): Promise<Engine> => (await import('./svg/compress.ts')).compressSvg,
} as const;

export type EngineId = keyof typeof engines;
