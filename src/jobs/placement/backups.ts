import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type Clock, dayMs } from '../../util/clock.ts';
import { type Backup, backupsOf } from '../core/effect.ts';
import { copyFile, type FileFacts, type FileStore } from '../files/fileStore.ts';
import type { Effects } from './effects.ts';

export interface BackupLimits {
  readonly maxFiles: number;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

const backupLimits: BackupLimits = {
  maxFiles: 1000,
  maxBytes: 1024 ** 3,
  maxAgeMs: 7 * dayMs,
};

/**
 * Copies of files that outputs replaced. They are needed because neither the trash nor VS Code can restore files
 * everywhere.
 */
export class Backups {
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #effects: Effects;
  readonly #clock: Clock;
  readonly #limits: BackupLimits;

  constructor(files: FileStore, folder: string, effects: Effects, clock: Clock, limits = backupLimits) {
    this.#files = files;
    this.#folder = folder;
    this.#effects = effects;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Copies a file durably. Returns `undefined` if the backups of its batch would become too large. */
  async take(uri: string, { sizeBytes, modifiedMs }: FileFacts, batch: string): Promise<Backup | undefined> {
    const { maxFiles, maxBytes } = this.#limits;
    await this.prune();
    for (;;) {
      const kept = this.#effects.all().flatMap(backupsOf);
      const bytes = kept.reduce((sum, backup) => sum + backup.sizeBytes, sizeBytes);
      if (kept.length < maxFiles && bytes <= maxBytes) break;
      const oldest = this.#effects.all().find((effect) => backupsOf(effect).length > 0);
      if (oldest === undefined || oldest.batch === batch) return undefined;
      await this.#forget(oldest.batch);
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const folder = pathToFileURL(this.#folder).href;
    return { uri: await copyFile(this.#files, uri, folder, `${randomUUID()}.bak`), sizeBytes, modifiedMs };
  }

  async remove(backup: Backup): Promise<void> {
    await this.#files.remove(backup.uri).catch(() => {});
  }

  /** Deletes backups that are too old, or exceed the size limit. */
  async prune(): Promise<void> {
    const oldestAt = this.#clock.now() - this.#limits.maxAgeMs;
    const all = this.#effects.all();
    const surplus = all.slice(0, Math.max(0, all.length - this.#limits.maxFiles));
    const last = all.at(-1)?.batch;
    const batches = new Set(
      [...surplus, ...all.filter((effect) => effect.at < oldestAt)].map((effect) => effect.batch),
    );
    for (const batch of batches) if (batch !== last) await this.#forget(batch);
  }

  async #forget(batch: string): Promise<void> {
    for (const effect of this.#effects.ofBatch(batch)) {
      this.#effects.remove(effect.jobId);
      for (const backup of backupsOf(effect)) await this.remove(backup);
    }
  }
}
