import * as vscode from 'vscode';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { webImages } from '../../contract/formats/table.ts';
import { filesFor, urisOf } from '../files/commandFiles.ts';
import { resultOrSource } from '../files/workspaceFiles.ts';
import { mediaTypeOf, pictureAt, pictureInFormats } from './pictures.ts';
import { sizeText, say, sentences, type SafeText } from '../text/safeText.ts';
import { fileName } from '../text/names.ts';
import type { JobsTree } from '../jobsView/jobsTree.ts';
import { copyText } from '../ui/environment.ts';
import { showInformation, showWarning } from '../ui/messages.ts';

/** Longer lines slow down editors, and browsers don't share the cache of a data URI between pages. */
const maxDataUriBytes = 256 * 1024;

type FileCommand = (clicked?: unknown, selected?: unknown) => Promise<void>;

export function copyAsMarkdown(tree: JobsTree): FileCommand {
  return copying(tree, async (uri) =>
    (await import('../../references/index.ts')).markdownImage(await pictureAt(uri)),
  );
}

/** Implements **Copy As HTML Image**, which copies an `img` element with the picture's width and height. */
export function copyAsImage(tree: JobsTree): FileCommand {
  return copying(tree, async (uri) =>
    (await import('../../references/index.ts')).imageElement(await pictureAt(uri)),
  );
}

/**
 * Implements **Copy As HTML Picture**, which copies a `picture` element with all formats of the picture in its folder.
 */
export function copyAsPicture(tree: JobsTree): FileCommand {
  return copying(tree, async (uri) => {
    const { pictureElement } = await import('../../references/index.ts');
    const { picture, alternatives } = await pictureInFormats(uri);
    return pictureElement(picture, alternatives);
  });
}

export function copyAsCss(tree: JobsTree): FileCommand {
  return copying(tree, async (uri) =>
    (await import('../../references/index.ts')).cssUrl(await pictureAt(uri)),
  );
}

/** Implements **Copy As Data URI**, for files that are small enough. Names the others. */
export function copyAsDataUri(tree: JobsTree): FileCommand {
  return async (clicked, selected) => {
    const { dataUri } = await import('../../references/index.ts');
    const [texts, tooLarge]: [string[], SafeText[]] = [[], []];
    for (const uri of await picturesOf(tree, clicked, selected)) {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > maxDataUriBytes) tooLarge.push(tooLargeText(uri, size));
      else texts.push(dataUri(mediaTypeOf(uri.path), await vscode.workspace.fs.readFile(uri)));
    }
    const [text, ...others] = texts;
    if (text !== undefined) await copyText(texts.join('\n'));
    if (tooLarge.length > 0) void showWarning(sentences(tooLarge));
    else if (text !== undefined && others.length === 0)
      void showInformation(say('Copied a data URI of {0}.', sizeText(text.length)));
  };
}

function tooLargeText(uri: vscode.Uri, size: number): SafeText {
  return say(
    '{0} is {1}. Data URIs are limited to files up to {2}.',
    fileName(uri.toString()),
    sizeText(size),
    sizeText(maxDataUriBytes),
  );
}

/**
 * Creates a command that copies a line for each picture: for the given files, the results of rows, or else the active
 * editor's file.
 */
function copying(tree: JobsTree, write: (uri: vscode.Uri) => Promise<string>): FileCommand {
  return async (clicked, selected) => {
    const texts: string[] = [];
    for (const uri of await picturesOf(tree, clicked, selected)) texts.push(await write(uri));
    if (texts.length > 0) await copyText(texts.join('\n'));
  };
}

async function picturesOf(tree: JobsTree, clicked: unknown, selected: unknown): Promise<vscode.Uri[]> {
  const given =
    typeof clicked === 'string'
      ? tree.jobsOf(clicked, selected).map(resultOrSource)
      : await urisOf(clicked, selected);
  const uris = await filesFor(given, say('Copy'));
  const pictures = uris.filter(({ path }) => webImages.some((format) => format === formatOfFileName(path)));
  if (uris.length > 0 && pictures.length === 0) {
    void showInformation(say('This isn’t an image that browsers can show.'));
  }
  return pictures;
}
