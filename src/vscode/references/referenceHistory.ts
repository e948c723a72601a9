import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { say } from '../text/safeText.ts';
import { type FileChanges, refactor } from '../ui/documents.ts';
import { textOf } from './findReferences.ts';

const key = 'updatedReferences';

/** Limits the stored history. In practice, nobody undoes older updates. */
const maxUpdates = 50;

const updateSchema = z.object({
  /** The batches that this update was for. Undoing any of them reverts all of its changes. */
  batches: z.readonly(z.array(z.string())),
  files: z.array(
    z.object({
      uri: z.string(),
      /** Hash of the changed text. */
      sha256: z.string(),
      reversals: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
    }),
  ),
});

/** References that were changed together, with their reversals. */
export type ReferenceUpdate = z.infer<typeof updateSchema>;

/** The reference updates in this workspace, which are reverted when their batches are undone. */
export class ReferenceHistory {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  async add(update: ReferenceUpdate): Promise<void> {
    await this.#store.update(key, [...this.#all(), update].slice(-maxUpdates));
  }

  /** Removes and returns the updates for a batch, latest first. */
  async take(batch: string): Promise<ReferenceUpdate[]> {
    const all = this.#all();
    const taken = all.filter(({ batches }) => batches.includes(batch));
    if (taken.length > 0)
      await this.#store.update(
        key,
        all.filter((update) => !taken.includes(update)),
      );
    return taken.toReversed();
  }

  #all(): ReferenceUpdate[] {
    const parsed = z.array(updateSchema).safeParse(this.#store.get(key));
    return parsed.success ? parsed.data : [];
  }
}

/** A hash that identifies a version of a text. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The files whose references were reverted, or weren't, as URIs. */
interface UndoneReferences {
  readonly restored: readonly string[];
  /** Files that were changed after the update, or can't be read. */
  readonly left: readonly string[];
}

/** Reverts the reference updates for a batch, in files that haven't been changed since. */
export async function undoReferences(history: ReferenceHistory, batch: string): Promise<UndoneReferences> {
  const restored = new Set<string>();
  const left = new Set<string>();
  for (const { files } of await history.take(batch)) {
    const changes: FileChanges[] = [];
    for (const file of files) {
      const uri = vscode.Uri.parse(file.uri);
      const text = left.has(file.uri) ? undefined : await textOf(uri);
      if (text === undefined || fingerprint(text) !== file.sha256) left.add(file.uri);
      else changes.push({ uri, changes: file.reversals.map(withoutConfirmation) });
    }
    const done = (await refactor(changes)) ? restored : left;
    for (const { uri } of changes) done.add(uri.toString());
  }
  return { restored: [...restored].filter((uri) => !left.has(uri)), left: [...left] };
}

function withoutConfirmation(
  reversal: ReferenceUpdate['files'][number]['reversals'][number],
): FileChanges['changes'][number] {
  return { ...reversal, heading: say('References'), needsConfirmation: false };
}
