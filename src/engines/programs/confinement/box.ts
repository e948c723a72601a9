/** What a sandboxed program can touch of this computer, by real paths. Nothing else of it is there. */
export interface Box {
  /** The folder of its job, all that it can write to. */
  readonly folder: string;
  /** A folder in that one, where it starts and keeps files of its own. */
  readonly home: string;
  /** Files in the job's folder that it can only read. */
  readonly inputs: readonly string[];
  /** Files and folders of the system's and the program's, which it can only read. */
  readonly files: readonly string[];
  /** Who it runs as, where root starts it: in there, root could change the settings of the kernel. */
  readonly user?: number | undefined;
}

/** A program, by the path of its executable, and its arguments. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** What it reads from the descriptor `dataFd`. */
  readonly data?: Buffer | undefined;
}

export const dataFd = 3;

/** Where a box has the folder for temporary files that programs expect of every computer. */
export const temporaryFolder = '/tmp';

/** The name of the folder in the home of a program that stands there: what it writes is measured, and goes with its job. */
export const temporaryName = 'tmp';
