import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError, type FileErrorCode } from '../../contract/errors.ts';
import { type ByteReader, newMemory, piecesOf } from '../../util/byteReader.ts';

export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** True if the name itself is a link; the other facts are its target's. */
  readonly isLink: boolean;
}

/** A file under a private name, being written. */
export interface TemporaryFile {
  readonly uri: string;
  /** Ends once everything has been written to disk. */
  readonly sink: Writable;
}

/** A file or folder could not be used. */
export class FileStoreError extends CodedError<FileErrorCode> {
  override readonly name = 'FileStoreError';
}

/** By name, like the contract's errors: the test suites bundle this file more than once. */
export function isFileStoreError(error: unknown): error is FileStoreError {
  return error instanceof Error && error.name === 'FileStoreError';
}

/**
 * The files that jobs read and write, by URI. There is an implementation for the disk and one for `workspace.fs`. Every
 * method and every reader rejects with a `FileStoreError`.
 */
export interface FileStore {
  /** `undefined` if nothing is there, or a link is broken. */
  facts(uri: string): Promise<FileFacts | undefined>;
  /** Opens the file at the first read; the caller closes it. */
  read(uri: string): ByteReader;
  /** The names of everything in a folder. */
  names(folderUri: string): Promise<readonly string[]>;
  /** The URI of a folder with links resolved as far as it exists; `undefined` if that is unknown. */
  resolved(folderUri: string): Promise<string | undefined>;
  /** Creates a folder in an existing one; `false` if the name is taken. */
  makeFolder(uri: string): Promise<boolean>;
  /** Removes a folder if it is empty. */
  removeEmptyFolder(uri: string): Promise<void>;
  /** Sets a file's modification time, in milliseconds since the epoch, if the file system supports it. */
  setModified(uri: string, modifiedMs: number): Promise<void>;
  /** Creates a file under a free name; the caller has recorded the name, so that a crash leaves no stray file. */
  createTemporary(folderUri: string, name: string): Promise<TemporaryFile>;
  /** Moves a temporary file to a name that is free at that instant; returns `false`, and moves nothing, if it is taken. */
  moveToFree(temporaryUri: string, targetUri: string): Promise<boolean>;
  /** Moves a temporary file over an existing one, which the caller has backed up. */
  replace(temporaryUri: string, targetUri: string): Promise<void>;
  /** Removes one of our files, if it exists. */
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
