import type { Traits } from '../../contract/losses.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { Confinement } from './program.ts';

export interface EngineInput {
  readonly path: string;
  /**
   * The format of the content, or else the one that the file name suggests. `undefined` if all formats are accepted.
   */
  readonly from: string | undefined;
  /** Relative path with `/` as the separator. Never leads upward. */
  readonly fileName: string;
  /** Modification time in milliseconds since 1970. */
  readonly modifiedMs: number | undefined;
}

/** A conversion, compression, or combination, as its worker sees it. */
export interface EngineTask {
  readonly tool: ToolId;
  readonly engine: string;
  /** Path of the user's program that the engine runs, if any. */
  readonly program?: string | undefined;
  /** The program's sandbox, which is determined before a worker gets the job. */
  readonly confinement?: Confinement;
  readonly from: string;
  readonly to: string;
  /** Options, already validated against the conversion's schema. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly inputPath: string;
  /** All files to combine, in order. The first one is also `inputPath`. */
  readonly inputs?: readonly EngineInput[];
  /** Size of the submitted files, even if an engine works on something derived from them. */
  readonly inputBytes: number;
  /** Base name of the input as it was submitted. */
  readonly fileName: string;
  /** Path of the output. The file doesn't exist yet. For an extraction, this is an empty folder. */
  readonly outputPath: string;
  /** Number of processors to use if other jobs run at the same time. By default, all of them. */
  readonly threads?: number;
  /** The maximum size of each file that a program writes, in bytes. */
  readonly maxFileBytes?: number;
  /** The task for a second engine, if this one can't process the file. */
  readonly helper?: Pick<EngineTask, 'engine' | 'program' | 'from' | 'options'> | undefined;
}

/** Results of an engine, in addition to its output file. */
export interface EngineResult {
  /** Extension of the output if it isn't the usual one of `to`. Several images in one job become a ZIP. */
  readonly extension?: 'zip' | undefined;
  /** Number of pages, if the job was to count them. */
  readonly pages?: number | undefined;
  /** Properties of a preview. */
  readonly picture?: PictureFacts | undefined;
  /** Traits of the file, if the job was to detect them. */
  readonly traits?: Traits | undefined;
  /** The result of extracting an archive. */
  readonly extracted?: Extracted | undefined;
}

/** The entries of an archive that was extracted. */
export interface Extracted {
  /** Number of files that were written. */
  readonly files: number;
  /** Links, devices, and the like. */
  readonly skipped: NamedEntries;
  /** Files whose name was taken or isn't valid on every system, under their new names. */
  readonly renamed: NamedEntries;
}

/** The number of some entries, and the names of the first. */
export interface NamedEntries {
  readonly count: number;
  readonly names: readonly string[];
}

/** Properties of an image or a page that has been read. */
interface PictureFacts {
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** True if the preview has fewer pixels than the picture. */
  readonly isReduced?: boolean | undefined;
  readonly pages?: number | undefined;
  readonly frames?: number | undefined;
  /** Size in bytes of the encoded part, if settings were tried on one. */
  readonly encodedBytes?: number | undefined;
}

/** Receives the share of the work that is done: more than 0, and less than 1. */
export type ProgressListener = (share: number) => void;

/**
 * Reads `inputPath`, or `inputs` if there are several, and writes `outputPath`. Writes nothing else and doesn't use the
 * network.
 * @throws ConversionError
 */
export type Engine = (task: EngineTask, onProgress: ProgressListener) => Promise<EngineResult | void>;
