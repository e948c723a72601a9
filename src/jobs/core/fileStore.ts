import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError, type FileErrorCode } from '../../contract/errors.ts';
import { type ByteReader, newMemory, piecesOf } from '../../util/bytes.ts';

export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  /** When the file was last changed, in milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** True if the name itself is a link. The other facts are about the link's target. */
  readonly isLink: boolean;
}

/** A file that is being written under a temporary name. */
export interface TemporaryFile {
  readonly uri: string;
  /** Finishes once everything has been written to disk. */
  readonly sink: Writable;
}

/** A file or folder could not be used. */
export class FileStoreError extends CodedError<FileErrorCode> {
  override readonly name = 'FileStoreError';
}

/** Compares names, like the guards in `contract/errors.ts`, because the test suites bundle this file more than once. */
export function isFileStoreError(error: unknown): error is FileStoreError {
  return error instanceof Error && error.name === 'FileStoreError';
}

/**
 * The files that jobs read and write, by URI. There is an implementation for the disk and one for `workspace.fs`. Every
 * method and every reader rejects with a `FileStoreError`.
 */
export interface FileStore {
  /** Facts about a file or folder; `undefined` if nothing has this URI, or a link is broken. */
  facts(uri: string): Promise<FileFacts | undefined>;
  /** Reads a file. The first read opens it, and the caller closes it. */
  read(uri: string): ByteReader;
  /** The names of all files and folders in a folder. */
  names(folderUri: string): Promise<readonly string[]>;
  /** The URI of a folder after resolving the links in the part that exists; `undefined` if that fails. */
  resolved(folderUri: string): Promise<string | undefined>;
  /** Creates a folder in an existing folder. Returns `false` if the name already exists. */
  makeFolder(uri: string): Promise<boolean>;
  removeEmptyFolder(uri: string): Promise<void>;
  /** Sets a file's modification time, in milliseconds since the epoch, if the file system supports it. */
  setModified(uri: string, modifiedMs: number): Promise<void>;
  /**
   * Creates a temporary file under a new name. The caller records the name first, so that a crash leaves no stray file.
   */
  createTemporary(folderUri: string, name: string): Promise<TemporaryFile>;
  /**
   * Moves a temporary file to a name that is free at that moment. Returns `false` without moving it if the name exists.
   */
  moveToFree(temporaryUri: string, targetUri: string): Promise<boolean>;
  /** Replaces an existing file, which the caller has backed up, with a temporary file. */
  replace(temporaryUri: string, targetUri: string): Promise<void>;
  /** Removes a file that the extension created, if it exists. */
  remove(uri: string): Promise<void>;
  /** Moves a file to the trash, or deletes it if there is none. */
  discard(uri: string): Promise<void>;
}

/** Copies a file durably to a free name in a folder, and returns its URI. A failed copy leaves nothing behind. */
export async function copyFile(
  files: FileStore,
  fromUri: string,
  folderUri: string,
  name: string,
): Promise<string> {
  const copy = await files.createTemporary(folderUri, name);
  try {
    await pipeline(piecesOf(files.read(fromUri)), copy.sink);
  } catch (error) {
    await files.remove(copy.uri).catch(() => {});
    throw error;
  }
  return copy.uri;
}

/** True if two files contain the same bytes. */
export async function haveSameContent(files: FileStore, one: string, other: string): Promise<boolean> {
  return (await digestOf(files, one)) === (await digestOf(files, other));
}

async function digestOf(files: FileStore, uri: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(files.read(uri), newMemory())) hash.update(piece);
  return hash.digest('hex');
}
