import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { say } from '../text/words.ts';
import { type FileChanges, refactor } from '../ui/refactoring.ts';
import { textOf } from './findReferences.ts';

const key = 'updatedReferences';

/** As many as anybody goes back. */
const maxUpdates = 50;

const updateSchema = z.object({
  /** For which batches: the undo of any of them changes all back. */
  batches: z.readonly(z.array(z.string())),
  files: z.array(
    z.object({
      uri: z.string(),
      /** Of the text once it had changed. */
      sha256: z.string(),
      reversals: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
    }),
  ),
});

/** The references that were changed at once, and how to change them back. */
export type ReferenceUpdate = z.infer<typeof updateSchema>;

/** What was changed in texts of this workspace, for the undo of the batches it was changed for. */
export class ReferenceHistory {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  async add(update: ReferenceUpdate): Promise<void> {
    await this.#store.update(key, [...this.#all(), update].slice(-maxUpdates));
  }

  /** What was changed for a batch, the last first, which is forgotten with that. */
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

/** What tells a text from what becomes of it later. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What became of the references that were changed for a batch, by the URIs of files. */
interface UndoneReferences {
  readonly restored: readonly string[];
  /** Changed since, or not to be had. */
  readonly left: readonly string[];
}

/** Changes references back that were changed for a batch, in files whose text is still the one that came of it. */
export async function undoReferences(history: ReferenceHistory, batch: string): Promise<UndoneReferences> {
  const restored = new Set<string>();
  const left = new Set<string>();
  for (const { files } of await history.take(batch)) {
    const changes: FileChanges[] = [];
    for (const file of files) {
      const uri = vscode.Uri.parse(file.uri);
      const text = left.has(file.uri) ? undefined : await textOf(uri);
      if (text === undefined || fingerprint(text) !== file.sha256) left.add(file.uri);
      else changes.push({ uri, changes: file.reversals.map(unasked) });
    }
    const done = (await refactor(changes)) ? restored : left;
    for (const { uri } of changes) done.add(uri.toString());
  }
  return { restored: [...restored].filter((uri) => !left.has(uri)), left: [...left] };
}

function unasked(
  reversal: ReferenceUpdate['files'][number]['reversals'][number],
): FileChanges['changes'][number] {
  return { ...reversal, heading: say('References'), needsConfirmation: false };
}
