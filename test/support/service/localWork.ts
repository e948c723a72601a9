import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isCodedError } from '../../../src/contract/errors.ts';
import type { DiskConversion } from '../../../src/jobs/core/service.ts';
import type { LocalService } from '../../../src/vscode/localService/localService.ts';
import type { NamedFile } from './files.ts';

/** A conversion's end, in the words of the API. */
interface WorkEnd {
  readonly status: 'Succeeded' | 'Failed' | 'Canceled';
  readonly error?: { readonly error: string; readonly detail: string };
  /** The result's name beside its source. */
  readonly fileName?: string;
  readonly losses?: readonly string[];
}

/** A conversion by a local service, in a folder that has nothing but its file and then its result. */
export class LocalWork {
  readonly folder: string;
  /** Resolves when the work has begun, or ended. */
  readonly begun: Promise<void>;
  readonly ended: Promise<WorkEnd>;
  readonly #outputPath: string;
  readonly #abort = new AbortController();
  #status: 'Queued' | 'Processing' | WorkEnd['status'] = 'Queued';
  #progress: number | undefined;

  /** Begins a conversion in a new folder inside `parent`. `changes` replaces properties of the request. */
  constructor(
    local: LocalService,
    parent: string,
    { name, bytes }: NamedFile,
    to: string | undefined,
    changes: Partial<DiskConversion> = {},
  ) {
    this.folder = mkdtempSync(path.join(parent, 'work-'));
    const inputPath = path.join(this.folder, 'input');
    this.#outputPath = path.join(this.folder, 'output');
    writeFileSync(inputPath, bytes);
    const begun = Promise.withResolvers<void>();
    this.begun = begun.promise;
    const request = {
      tool: 'convert',
      files: [{ path: inputPath, fileName: name }],
      ...(to === undefined ? {} : { to }),
      options: {},
      outputPath: this.#outputPath,
      mayRunPrograms: true,
      isUrgent: false,
      ...changes,
    } as const;
    this.ended = this.#run(local, request, begun.resolve).finally(begun.resolve);
  }

  get status(): 'Queued' | 'Processing' | WorkEnd['status'] {
    return this.#status;
  }

  /** The last share of the work that was reported as done. */
  get progress(): number | undefined {
    return this.#progress;
  }

  cancel(): void {
    this.#abort.abort();
  }

  /** Resolves to the result of a conversion that should succeed. */
  async output(): Promise<Buffer> {
    const end = await this.ended;
    if (end.status !== 'Succeeded') throw new Error(`The conversion didn’t succeed: ${JSON.stringify(end)}`);
    return readFile(this.#outputPath);
  }

  async #run(local: LocalService, request: DiskConversion, onBegin: () => void): Promise<WorkEnd> {
    const onProgress = (share?: number): void => {
      onBegin();
      this.#status = 'Processing';
      this.#progress = share;
    };
    const end = await local.convert(request, this.#abort.signal, onProgress).then(
      (result) => ({ status: 'Succeeded' as const, ...result }),
      (error: unknown) => {
        if (this.#abort.signal.aborted) return { status: 'Canceled' as const };
        if (!isCodedError(error)) throw error;
        return { status: 'Failed' as const, error: { error: error.code, detail: error.detail } };
      },
    );
    this.#status = end.status;
    return end;
  }
}
