import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * A folder for one job at a time. Only expected files may appear in it, in its parent folders (which a hostile name may
 * lead to), and in the temporary folder.
 */
export class WatchedFolder {
  readonly #root = mkdtempSync(path.join(os.tmpdir(), 'fuzz-'));
  readonly #above = path.join(this.#root, 'above');
  readonly #temporary = path.join(this.#above, 'temporary');
  readonly #usualTemporary = process.env['TMPDIR'];

  /** The folder of the job's files while it runs. */
  readonly path = path.join(this.#temporary, 'job');

  constructor() {
    mkdirSync(this.#temporary, { recursive: true });
    process.env['TMPDIR'] = this.#temporary;
  }

  open(): void {
    mkdirSync(this.path);
  }

  close(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Removes everything except these files of the job, and returns its names. */
  takeStray(expected: readonly string[]): string[] {
    const ours = new Set([...expected, this.path, this.#temporary, this.#above]);
    const all = [this.path, this.#temporary, this.#above, this.#root].flatMap((folder) =>
      readdirSync(folder).map((name) => path.join(folder, name)),
    );
    const stray = all.filter((file) => !ours.has(file));
    for (const file of stray) rmSync(file, { recursive: true, force: true });
    return stray.map((file) => path.basename(file));
  }

  dispose(): void {
    if (this.#usualTemporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = this.#usualTemporary;
    rmSync(this.#root, { recursive: true, force: true });
  }
}
