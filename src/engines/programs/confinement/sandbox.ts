/** The files that a sandboxed program can access, by real path. It sees no others. */
export interface Sandbox {
  /** The folder of its job, the only writable one. */
  readonly folder: string;
  /** A subfolder where it starts and keeps its own files. */
  readonly home: string;
  /** Read-only files in the job's folder. */
  readonly inputs: readonly string[];
  /** Read-only files and folders of the system and the program. */
  readonly files: readonly string[];
  /** The user to run as if root starts it: as root, it could change kernel settings. */
  readonly user?: number | undefined;
}

/** A program, by the path of its executable, and its arguments. */
export interface ProgramCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** The input for the descriptor `dataFd`. */
  readonly data?: Buffer | undefined;
}

export const dataFd = 3;

/** The sandbox's folder for temporary files, which programs expect on every computer. */
export const temporaryFolder = '/tmp';

/** Its actual folder in the program's home: its content counts toward the limits, and is deleted with the job. */
export const temporaryName = 'tmp';
