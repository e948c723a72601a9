import * as vscode from 'vscode';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ReferenceReader } from '../../references/referenceReader.ts';
import { systemClock } from '../../util/clock.ts';
import {
  findReferences,
  type FoundReferences,
  type ReplacedFile,
  replacedFiles,
  referencesNow,
  type ReferringFile,
  textOf,
} from './findReferences.ts';
import { workerScript } from '../files/shownPictures.ts';
import { noReferencesText, referencesText } from './referenceTexts.ts';
import { say } from '../text/safeText.ts';
import type { JobsTree } from '../jobsView/jobsTree.ts';
import { showInformation, withProgress } from '../ui/messages.ts';
import { type FileChanges, refactor, type Removal } from '../ui/documents.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';

interface Context {
  readonly jobs: Jobs;
  readonly tree: JobsTree;
  readonly references: ReferenceHistory;
}

/**
 * Implements **Update References**: changes references to the sources of jobs so that they refer to the results. The
 * user reviews each change first. Without rows, applies to the last batch.
 */
export function updateReferences({ jobs, tree, references: history }: Context) {
  return async (clicked?: unknown, selected?: unknown): Promise<void> => {
    const replaced = replacedFiles(clicked === undefined ? lastBatch(jobs) : tree.jobsOf(clicked, selected));
    if (replaced.length === 0) {
      void showInformation(say('There are no references to update for these results.'));
      return;
    }
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
      void showInformation(say('Open a folder first: references are updated in its files.'));
      return;
    }
    const { ReferenceReader } = await import('../../references/index.ts');
    const reader = new ReferenceReader(workerScript, systemClock);
    try {
      await updateWith({ jobs, history, reader }, replaced);
    } finally {
      reader.dispose();
    }
  };
}

async function updateWith(parts: UpdateParts, replaced: readonly ReplacedFile[]): Promise<void> {
  const found = await search(parts.reader, replaced);
  if (found === undefined) return;
  const unread = found.unread.map(String);
  const stillNamed = replaced.filter(({ from }) => found.stillNamed.has(from)).map(({ job }) => job.source);
  if (found.files.length === 0) {
    void showInformation(noReferencesText(stillNamed, unread));
    return;
  }
  const outcome = await applyUpdate(parts, replaced, found);
  const text = referencesText({ ...outcome, stillNamed, unread });
  if (text !== undefined) void showInformation(text);
}

/** The jobs of the batch that ended last, even if it can no longer be undone. */
function lastBatch(jobs: Jobs): readonly Job[] {
  const all = jobs.all();
  const last = all.findLast(({ state }) => state.name === 'done' && state.output !== undefined);
  return all.filter(({ batch }) => batch === last?.batch);
}

/** Finds references while showing progress. Resolves to `undefined` if the user cancels. */
async function search(
  reader: ReferenceReader,
  replaced: readonly ReplacedFile[],
): Promise<FoundReferences | undefined> {
  const options = { place: 'notification', cancellable: true, title: say('Looking for references') } as const;
  return withProgress(options, async (signal) => {
    try {
      return await findReferences(reader, replaced, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

/** The result of an update after the user reviewed the changes. */
interface ReferencesOutcome {
  readonly references: number;
  readonly files: number;
  /** URIs of removed originals, and of originals that were restored because something still refers to them. */
  readonly removed: readonly string[];
  readonly restored: readonly string[];
}

interface UpdateParts {
  readonly jobs: Jobs;
  readonly history: ReferenceHistory;
  readonly reader: ReferenceReader;
}

/**
 * Shows changes of references in VS Code's preview, together with the removal of originals that nothing would refer to,
 * and applies those that the user selects. Records them, so that undoing the batches reverts them.
 */
async function applyUpdate(
  { jobs, history, reader }: UpdateParts,
  replaced: readonly ReplacedFile[],
  { files, stillNamed, unread }: FoundReferences,
): Promise<ReferencesOutcome> {
  const removable = unread.length > 0 ? [] : replaced.filter(({ from }) => !stillNamed.has(from));
  const backedUp = await jobs.backUpSources(idsOf(removable));
  const removals = removable.filter(({ job }) => backedUp.some(({ id }) => id === job.id));
  await refactor(changesOf(files, removals.length > 0), removals.map(removalOf));
  const updates = await Promise.all(files.map((file) => updateOf(reader, file, replaced)));
  const updated = updates.filter(({ count }) => count > 0);
  const gone = await goneSources(jobs, replaced, backedUp);
  const left = new Set(updates.flatMap((update) => update.left));
  const restored = await jobs.restoreSources(idsOf(gone.filter(({ from }) => left.has(from))));
  const removed = gone.filter(({ job }) => !restored.some(({ id }) => id === job.id));
  if (updated.length > 0) {
    const batches = [...new Set(replaced.map(({ job }) => job.batch))];
    await history.add({ batches, files: updated.map(({ file }) => file) });
  }
  return {
    references: updated.reduce((sum, { count }) => sum + count, 0),
    files: updated.length,
    removed: removed.map(({ job }) => job.source),
    restored: restored.map(({ source }) => source),
  };
}

/**
 * The changes for VS Code's preview. Sure references are initially selected. VS Code only shows the preview if
 * something needs confirmation, so if nothing does, all changes are marked as needing it.
 */
function changesOf(files: readonly ReferringFile[], hasRemovals: boolean): FileChanges[] {
  const asks = hasRemovals || files.some(({ edits }) => edits.some(({ isSure }) => !isSure));
  return files.map(({ uri, edits }) => ({
    uri,
    changes: edits.map(({ start, end, text, isSure }) => ({
      start,
      end,
      text,
      heading: isSure ? say('References') : say('Possible references'),
      needsConfirmation: !isSure || !asks,
    })),
  }));
}

function removalOf({ source }: ReplacedFile): Removal {
  return { uri: source, heading: say('Originals without references'), needsConfirmation: true };
}

interface Update {
  readonly count: number;
  readonly file: ReferenceUpdate['files'][number];
  /** Paths of replaced files that are still referred to. */
  readonly left: readonly string[];
}

/** The changes that were made in a file, with their reversals. */
async function updateOf(
  reader: ReferenceReader,
  { uri, text, edits }: ReferringFile,
  replaced: readonly ReplacedFile[],
): Promise<Update> {
  const { reversalsOf } = await import('../../references/index.ts');
  const after = (await textOf(uri)) ?? '';
  const now = await referencesNow(reader, uri, replaced);
  const reversals = reversalsOf(text, edits, after);
  return {
    count: reversals?.length ?? Math.max(0, edits.length - now.edits.length),
    // If a formatter also changed the text when it was saved, the update can't be reverted, which undoing the batch
    // reports.
    file: {
      uri: uri.toString(),
      sha256: reversals === undefined ? '' : fingerprint(after),
      reversals: reversals ?? [],
    },
    left: [...now.edits.map(({ from }) => from), ...now.stillNamed],
  };
}

async function goneSources(
  jobs: Jobs,
  replaced: readonly ReplacedFile[],
  backedUp: readonly Job[],
): Promise<ReplacedFile[]> {
  const gone = await jobs.withoutSources(backedUp.map(({ id }) => id));
  return replaced.filter(({ job }) => gone.some(({ id }) => id === job.id));
}

function idsOf(files: readonly ReplacedFile[]): string[] {
  return files.map(({ job }) => job.id);
}

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
type ReferenceUpdate = z.infer<typeof updateSchema>;

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
function fingerprint(text: string): string {
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
