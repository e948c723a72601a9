import { constants, createWriteStream } from 'node:fs';
import { chmod, copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { piecesOf } from '../../util/bytes.ts';
import { guarded } from '../core/diskFileStore.ts';
import type { FileStore } from '../core/fileStore.ts';
import type { DiskFile } from '../core/service.ts';
import {
  isStill,
  openSource,
  type Source,
  sourceChanged,
  type Sources,
  submittedBytes,
} from './sourceFiles.ts';

/** Up to this size, copies cost next to nothing, and a source may change while it is converted. */
const maxCopiedBytes = 16 * 1024 ** 2;

/**
 * The sources of a job as files on the disk: copies in the conversion's folder, or the sources themselves if they are
 * large.
 */
export class LocalInputs {
  readonly #store: FileStore;
  readonly #sources: Sources;
  readonly #folder: string;
  /** Those of the files that aren't copies, with what changes when they change. */
  readonly #versions = new Map<string, string | undefined>();
  readonly files: DiskFile[] = [];
  /** Paths of copies. */
  readonly copies: string[] = [];

  constructor(store: FileStore, sources: Sources, folder: string) {
    this.#store = store;
    this.#sources = sources;
    this.#folder = folder;
  }

  /**
   * Fills `files`; with `onlyCopies`, even large ones are copied.
   * @throws FileStoreError, CodedError `source.changed`, or the signal's reason
   */
  async open(onlyCopies: boolean, signal: AbortSignal): Promise<void> {
    const { all, sizeBytes } = this.#sources;
    const areCopied = onlyCopies || sizeBytes <= maxCopiedBytes;
    for (const [index, source] of all.entries()) {
      signal.throwIfAborted();
      const own = areCopied ? undefined : pathOf(source);
      const path = own ?? join(this.#folder, index === 0 ? 'input' : `input-${index}`);
      if (own === undefined) {
        this.copies.push(path);
        await copySource(this.#store, source, path, signal);
      } else {
        this.#versions.set(own, await versionOf(own));
        if (!(await isStill(this.#store, source))) throw sourceChanged();
      }
      const { fileName, facts } = source;
      this.files.push({ path, fileName, modifiedMs: facts.modifiedMs });
    }
  }

  /** True if a file that isn't a copy has changed since it was opened. */
  async haveChanged(): Promise<boolean> {
    for (const [path, version] of this.#versions) if ((await versionOf(path)) !== version) return true;
    return false;
  }
}

/** The path of a source on the disk; `undefined` if it must be copied there first. */
function pathOf({ uri, parts }: Source): string | undefined {
  return parts === undefined && uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
}

async function copySource(
  store: FileStore,
  source: Source,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const own = pathOf(source);
  // A large copy must be possible to cancel.
  if (own !== undefined && submittedBytes(source) <= maxCopiedBytes) {
    // Where the file system can, both files share their blocks until one changes.
    await guarded('file.unreadable', copyFile(own, path, constants.COPYFILE_FICLONE));
    await guarded('file.unreadable', chmod(path, 0o600));
    if (!(await isStill(store, source))) throw sourceChanged();
    return;
  }
  const sink = createWriteStream(path, { mode: 0o600 });
  const content = openSource(store, source);
  await pipeline(piecesOf(content.reader), sink, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    // An error of reading already says what is wrong.
    const failure = content.failure();
    return failure === undefined
      ? guarded('file.unwritable', Promise.reject(error))
      : Promise.reject(failure);
  });
}

/** A text that changes with the file. Some network drives give files other numbers each time, which then don't count. */
async function versionOf(path: string): Promise<string | undefined> {
  const [one, other] = [await lookAt(path), await lookAt(path)];
  if (one === undefined || other === undefined) return undefined;
  const isSame = one.dev === other.dev && one.ino === other.ino;
  return [one.size, one.mtimeNs, ...(isSame ? [one.dev, one.ino] : [])].join(' ');
}

async function lookAt(path: string) {
  return stat(path, { bigint: true }).catch(() => undefined);
}
