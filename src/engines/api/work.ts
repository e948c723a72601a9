import type { ToolId } from '../../contract/tools.ts';
import type { Confinement } from './confinement.ts';

/** One of several files that become one. */
export interface WorkInput {
  readonly path: string;
  /** What its content shows that it is, or else its name; `undefined` where it may be anything. */
  readonly from: string | undefined;
  /** Its path below the folder that holds them all, with `/` between folders, none of which leads upward. */
  readonly fileName: string;
  /** When it was last changed, in milliseconds since the epoch. */
  readonly modifiedMs: number | undefined;
}

/** One conversion, compression or combination, as the worker that runs it sees it. */
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
  /** All of those that become one, in order, `inputPath` being the first. */
  readonly inputs?: readonly WorkInput[];
  /** Of what was submitted, also where an engine works on something that was made of it. */
  readonly inputBytes: number;
  /** The base name that the input was submitted under. */
  readonly fileName: string;
  /** Where the output goes; nothing is there yet. */
  readonly outputPath: string;
  /** How many processors it may keep busy at once, where others are under way beside it; by default all. */
  readonly threads?: number;
}

/** What an engine has to say besides its output. */
export interface WorkResult {
  /** The output's extension, where it is not that of `to`: several images for one file come in a zip. */
  readonly extension?: string;
  /** How many pages the work covers, where counting them was the work. */
  readonly pages?: number;
  /** What the output shows, where it is there to be looked at alone. */
  readonly picture?: PictureFacts;
}

/** What is known of an image, or of a page, once it has been read. */
export interface PictureFacts {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** The picture that is shown of it has fewer pixels. */
  readonly isReduced?: boolean;
  /** How many pages the document has. */
  readonly pages?: number;
  /** How many pictures the animation has. */
  readonly frames?: number;
}

/**
 * Reads `inputPath`, or `inputs` where there are several, and writes `outputPath`, nothing else on the disk and nothing on the network.
 * @throws ConversionError
 */
export type Engine = (work: Work) => Promise<WorkResult | void>;
