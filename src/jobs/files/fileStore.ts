import type { Writable } from 'node:stream';
import { CodedError, type FileErrorCode } from '../../contract/errors.ts';
import type { ByteReader } from '../../util/byteReader.ts';

export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** Whether the name itself is a link; the other facts are those of what it leads to. */
  readonly isLink: boolean;
}

/** A file under a private name, being written. */
export interface TemporaryFile {
  readonly uri: string;
  /** Ends once everything has been written and is on the disk. */
  readonly sink: Writable;
}

/** A file or folder could not be used. */
export class FileError extends CodedError {
  override readonly name = 'FileError';
  readonly code: FileErrorCode;

  constructor(code: FileErrorCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
  }
}

/** By name, as for the errors of the contract: the test suites bundle this file more than once. */
export function isFileError(error: unknown): error is FileError {
  return error instanceof Error && error.name === 'FileError';
}

/**
 * The files that jobs read and write, named by URI. One implementation for the disk, one for `workspace.fs`.
 * Every method rejects with a `FileError`, and so does whoever reads.
 */
export interface FileStore {
  /** `undefined` when nothing is there, or a link leads nowhere. */
  facts(uri: string): Promise<FileFacts | undefined>;
  /** Opens nothing before the first bytes are asked for; the caller closes it. */
  read(uri: string): ByteReader;
  /** The names of everything in a folder. */
  names(folderUri: string): Promise<readonly string[]>;
  /** The URI of a folder with links resolved as far as it is there; `undefined` where that can't be told. */
  resolved(folderUri: string): Promise<string | undefined>;
  /** Makes a folder in one that is there; `false` when something has the name already. */
  makeFolder(uri: string): Promise<boolean>;
  /** Removes a folder; one that is not empty stays. */
  removeEmptyFolder(uri: string): Promise<void>;
  /** Gives a file another time of its last change, in milliseconds since the epoch, where the file system knows such a thing. */
  setModified(uri: string, modifiedMs: number): Promise<void>;
  /** Creates a file under a name that is not taken; the caller has recorded the name, so that a crash leaves no stray. */
  createTemporary(folderUri: string, name: string): Promise<TemporaryFile>;
  /** Moves a temporary file to a name that is free at that instant; `false`, and nothing moved, when it is taken. */
  moveToFree(temporaryUri: string, targetUri: string): Promise<boolean>;
  /** Moves a temporary file over whatever has that name; the caller has backed that up. */
  replace(temporaryUri: string, targetUri: string): Promise<void>;
  /** Removes a file of ours; nothing there is fine. */
  remove(uri: string): Promise<void>;
  /** Puts a file that a person may want back into the trash, or removes it where there is none. */
  discard(uri: string): Promise<void>;
}
