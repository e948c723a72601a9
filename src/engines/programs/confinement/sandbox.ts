/** The files that a sandboxed program can access, as real paths. The program doesn't see any other files. */
export interface Sandbox {
  /** The folder of the job, which is the only writable one. */
  readonly folder: string;
  /** A subfolder of the job in which the program starts and stores its own files. */
  readonly home: string;
  /** Read-only files in the job's folder. */
  readonly inputs: readonly string[];
  /** Read-only files and folders of the system and the program. */
  readonly files: readonly string[];
  /** If root starts the program, the user id that it gets instead, because root could change kernel settings. */
  readonly user?: number | undefined;
}

/** The path of a program's executable, with its arguments. */
export interface ProgramCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** The data that the program reads from the file descriptor `dataFd`. */
  readonly data?: Buffer | undefined;
}

export const dataFd = 3;

/** The path that programs expect for temporary files, inside the sandbox. */
export const temporaryFolder = '/tmp';

/**
 * The real temporary folder, inside the program's home folder. Its content counts toward the job's limits and is
 * deleted with the job.
 */
export const temporaryName = 'tmp';
