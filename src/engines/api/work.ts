import type { Traits } from '../../contract/losses.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { Confinement } from './confinement.ts';

/** One of several files to combine. */
export interface WorkInput {
  readonly path: string;
  /** The format of its content, or else of its name; `undefined` if anything is accepted. */
  readonly from: string | undefined;
  /** Its path below a common folder, with `/` between folders, never leading upward. */
  readonly fileName: string;
  /** When it was last changed, in milliseconds since the epoch. */
  readonly modifiedMs: number | undefined;
}

/** One conversion, compression, or combination, from the view of its worker. */
export interface EngineWork {
  readonly tool: ToolId;
  /** The id of the engine. */
  readonly engine: string;
  /** The user's program that does the engine's work, if any. */
  readonly program?: string | undefined;
  /** The program's sandbox, decided before a worker gets the work. */
  readonly confinement?: Confinement;
  readonly from: string;
  readonly to: string;
  /** Validated against the conversion's schema. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly inputPath: string;
  /** All files to combine, in order, `inputPath` being the first. */
  readonly inputs?: readonly WorkInput[];
  /** Size of the submission, even if an engine works on something derived from it. */
  readonly inputBytes: number;
  /** The submitted base name of the input. */
  readonly fileName: string;
  /** The path of the output, which doesn't exist yet. */
  readonly outputPath: string;
  /** Number of processors to use beside other work; by default all. */
  readonly threads?: number;
}

/** An engine's results besides its output. */
export interface WorkResult {
  /** The output's extension, if it isn't that of `to`: several images for one file come in a ZIP. */
  readonly extension?: 'zip' | undefined;
  /** Number of pages, if the work was to count them. */
  readonly pages?: number | undefined;
  /** Facts about a preview. */
  readonly picture?: PictureFacts | undefined;
  /** What the file has and lacks, if the work was to find that out. */
  readonly traits?: Traits | undefined;
}

/** Facts about an image or a page once it has been read. */
interface PictureFacts {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** True if the preview has fewer pixels. */
  readonly isReduced?: boolean | undefined;
  /** Number of pages of the document. */
  readonly pages?: number | undefined;
  /** Number of frames of the animation. */
  readonly frames?: number | undefined;
  /** Size of the encoded part, for a trial. */
  readonly encodedBytes?: number | undefined;
}

/**
 * Reads `inputPath`, or `inputs` if there are several, and writes `outputPath`, nothing else on disk and nothing on the
 * network.
 * @throws ConversionError
 */
export type Engine = (work: EngineWork) => Promise<WorkResult | void>;
