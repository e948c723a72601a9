import * as vscode from 'vscode';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { isTextFormat } from '../../contract/formats/table.ts';
import { baseName, fileKey } from '../../jobs/core/fileUri.ts';
import { pairsFrom } from '../../planning/catalog.ts';
import { type Offers, accepts } from '../../planning/offer.ts';
import type { PictureTabs } from '../pictures/pictureTabs.ts';
import { activeFile, urisOf } from '../files/commandFiles.ts';
import { isImage } from '../pictures/imagePairs.ts';
import { markdownUri } from '../convert/markdownDocuments.ts';
import { untrusted, joined, moment, say, type SafeText, sentences } from '../text/safeText.ts';
import { type Choice, pick } from '../ui/picks.ts';
import { showInformation, showWarning } from '../ui/messages.ts';
import { showDifference } from '../ui/documents.ts';
import {
  gitForFile,
  scmArguments,
  type Repository,
  chooseRepositories,
  type ChosenRepository,
  unstagedChanges,
} from './repositories.ts';
import type { Selection } from '../../planning/possibilities.ts';
import { compression } from '../../planning/work.ts';
import { planWork } from '../../planning/workPlan.ts';
import { earlierResults, selectForPerson } from '../batch/selectFiles.ts';
import { type BatchFileResult, type BatchContext, runForPerson } from '../batch/runBatch.ts';
import { type StagedImages, stagedImages, type Staging } from './staging.ts';
import { leftOutImagesText, stagedText } from '../text/batches.ts';
import { DiskFileStore } from '../../jobs/core/diskFileStore.ts';
import { convertForPerson } from '../convert/commands.ts';
import { formatOfFile } from '../files/workspaceFiles.ts';

/** A version of a file in a repository. */
interface Version {
  /** A commit, or an empty string for the index. */
  readonly ref: string;
  readonly name: SafeText;
}

const maxCommits = 50;
const shortHashLength = 7;

/**
 * Implements **Compare with Git Version…**: shows a version of a file beside the file itself, images as pictures and
 * documents as Markdown. An item of the timeline names the version. In other menus, the user chooses it.
 */
export function compareWithGit(offers: Offers, tabs: PictureTabs) {
  return async (...given: readonly unknown[]): Promise<void> => {
    const file = await fileOf(given);
    if (file === undefined) {
      void showInformation(say('Open or select a file to compare it with a version in Git.'));
      return;
    }
    const git = await gitForFile(file);
    if (git === undefined) return;
    const version = versionIn(given) ?? (await chooseVersion(git.repository, file));
    if (version === undefined) return;
    const before = git.api.toGitUri(file, version.ref);
    const name = baseName(file.toString());
    if (isImage(name)) {
      const committed = { uri: before.toString(), name: `${name} (${version.name})` };
      await tabs.compare([{ before: committed, after: { uri: file.toString(), name } }]);
      return;
    }
    const title = say('{0} ({1}) ↔ Working Tree', untrusted(name), version.name);
    if (await isDocument(offers, name)) await showDifference(markdownUri(before), markdownUri(file), title);
    else await showDifference(before, file, title);
  };
}

/** The file of the item that a menu was opened for, or of the active editor. */
async function fileOf(given: readonly unknown[]): Promise<vscode.Uri | undefined> {
  const [selected] = await urisOf(given[0], given[1]);
  const [row] = scmArguments(given).files;
  return selected ?? row ?? given.find((each) => each instanceof vscode.Uri) ?? activeFile();
}

/** The file version that an item of the timeline stands for. The item is the first argument. */
function versionIn([item]: readonly unknown[]): Version | undefined {
  const ref: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'ref') : undefined;
  return typeof ref === 'string' ? { ref, name: refName(ref) } : undefined;
}

/** The display name of a ref. `~` is the index, or the last commit if no change of the file is staged. */
function refName(ref: string): SafeText {
  if (ref === '' || ref === '~') return say('Index');
  return untrusted(/^[\da-f]{40,64}$/.test(ref) ? ref.slice(0, shortHashLength) : ref);
}

async function chooseVersion(repository: Repository, file: vscode.Uri): Promise<Version | undefined> {
  const commits = await repository.log({ path: file.fsPath, maxEntries: maxCommits });
  const isStaged = repository.state.indexChanges.some(({ uri }) => uri.toString() === file.toString());
  const entries: Choice<Version>[] = commits.map(({ hash, message, authorName, authorDate }) => ({
    value: { ref: hash, name: refName(hash) },
    label: untrusted(message.split('\n')[0] ?? ''),
    description: joined(
      [
        refName(hash),
        authorName === undefined ? undefined : untrusted(authorName),
        authorDate && moment(authorDate.getTime(), 'dateAndTime'),
      ],
      ' · ',
    ),
  }));
  if (isStaged) entries.unshift({ value: { ref: '', name: say('Index') }, label: say('Staged Changes') });
  const name = untrusted(baseName(file.toString()));
  if (entries.length === 0) {
    void showInformation(say('{0} hasn’t been committed yet.', name));
    return undefined;
  }
  return (await pick({ title: say('Compare {0} with a Git Version', name), entries }))?.value;
}

/** True for a document that this computer can convert to Markdown without one of the user's programs. */
async function isDocument(offers: Offers, name: string): Promise<boolean> {
  const format = formatOfFileName(name);
  const local = (await offers.current()).catalogs.get('local');
  if (format === undefined || local === undefined || isTextFormat(format)) return false;
  const pair = pairsFrom(local, format).get('md');
  return pair !== undefined && pair.program === undefined;
}

const work = { ...compression, inPlace: true };

/**
 * Implements **Compress Staged Images**: replaces staged images with smaller ones after a backup, and stages them
 * again. It is called for repositories, or for their rows.
 */
export function compressStagedImages(context: BatchContext & { readonly staging: Staging }) {
  return async (...given: readonly unknown[]): Promise<BatchFileResult[]> => {
    const chosen = await chooseRepositories(given);
    if (chosen.length === 0) return [];
    const { whole, inPart, pointers } = combined(await Promise.all(chosen.map(stagedImages)));
    const leftOut = leftOutImagesText(inPart.map(String), pointers.map(String));
    const uris = whole.map(({ uri }) => uri);
    const selection = uris.length === 0 ? undefined : await selectForPerson(context, uris, 'compress');
    if (selection === undefined) {
      if (uris.length === 0) showNoImages(leftOut);
      return [];
    }
    const isByName = chosen.every(({ files }) => files !== undefined);
    const plan = planWork(isByName ? selection : await asFound(context, selection, uris), work);
    if (plan.planned.length + plan.refused.length === 0) {
      showNoImages(leftOut);
      return [];
    }
    let isMentioned = false;
    return runForPerson(context, plan, {
      started: async (jobs) => context.staging.expect(jobs, whole),
      settled: async (jobs) => {
        const { staged, left } = await context.staging.stageResults(jobs);
        const remark = sentences([stagedText(staged, left), isMentioned ? undefined : leftOut]);
        isMentioned = true;
        return { remark };
      },
    });
  };
}

/** Skips files that can't be compressed or have been compressed before, unless the user named them individually. */
async function asFound(
  { jobs }: BatchContext,
  selection: Selection,
  uris: readonly vscode.Uri[],
): Promise<Selection> {
  const earlier = await earlierResults(uris, jobs.all(), 'compress');
  const keys = new Set([...earlier].map(String));
  const files = selection.files.map((file) => ({ ...file, inFolder: true }));
  return {
    ...selection,
    files: files.filter(({ uri }) => !keys.has(uri)),
    results: files.filter(({ uri }) => keys.has(uri)),
  };
}

function showNoImages(leftOut: SafeText | undefined): void {
  const none = say('None of the staged files is an image that can be compressed.');
  void (leftOut === undefined ? showInformation(none) : showWarning(sentences([none, leftOut])));
}

function combined(all: readonly StagedImages[]): StagedImages {
  return {
    whole: all.flatMap(({ whole }) => whole),
    inPart: all.flatMap(({ inPart }) => inPart),
    pointers: all.flatMap(({ pointers }) => pointers),
  };
}

/**
 * Implements **Convert Changed Files…**: asks for the target of a repository's new and changed files that can be
 * converted. It is called for repositories, or for their rows.
 */
export function convertChangedFiles(context: BatchContext) {
  return async (...given: readonly unknown[]): Promise<BatchFileResult[]> => {
    const chosen = await chooseRepositories(given);
    if (chosen.length === 0) return [];
    const offer = await context.offers.current();
    const uris: vscode.Uri[] = [];
    for (const uri of (await Promise.all(chosen.map(changedFiles))).flat()) {
      const format = await formatOfFile(uri, { thorough: true });
      if (format !== undefined && accepts(offer, 'convert', format)) uris.push(uri);
    }
    if (uris.length > 0) return convertForPerson(context, uris);
    void showInformation(say('None of the changed files can be converted.'));
    return [];
  };
}

const disk = new DiskFileStore();

/** The new and changed files of a repository, staged or not. Deleted files, links, and folders are left out. */
async function changedFiles({ repository, files }: ChosenRepository): Promise<vscode.Uri[]> {
  const changes = [...repository.state.indexChanges, ...unstagedChanges(repository)];
  const changed = new Map(changes.map(({ uri }) => [fileKey(uri.toString()), uri]));
  const wanted = files === undefined ? undefined : new Set(files.map((uri) => fileKey(uri.toString())));
  const found: vscode.Uri[] = [];
  for (const [key, uri] of changed) {
    if (wanted?.has(key) === false) continue;
    const facts = await disk.facts(uri.toString()).catch(() => undefined);
    if (facts?.kind === 'file' && !facts.isLink) found.push(uri);
  }
  return found;
}
