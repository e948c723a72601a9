import * as vscode from 'vscode';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { isTextFormat } from '../../contract/formats/table.ts';
import { baseName } from '../../jobs/files/fileUri.ts';
import { pairsFrom } from '../../planning/catalog.ts';
import type { Offers } from '../../planning/offer.ts';
import type { PictureTabs } from '../compare/pictureTabs.ts';
import { activeFile, urisOf } from '../files/commandFiles.ts';
import { isImage } from '../jobsView/imagePairs.ts';
import { markdownUri } from '../direct/markdownDocuments.ts';
import { untrusted, joined, moment, say, type SafeText } from '../text/safeText.ts';
import type { Choice } from '../ui/choice.ts';
import { showInformation } from '../ui/messages.ts';
import { pick } from '../ui/picks.ts';
import { showDifference } from '../ui/textContent.ts';
import { gitForFile, scmArguments } from './chooseRepositories.ts';
import type { Repository } from './gitApi.ts';

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
