import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { CodedError } from '../../contract/errors.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { OutputTemplates, Problem } from '../../jobs/core/job.ts';
import { problemOf } from '../../jobs/core/problem.ts';
import type { FileStore } from '../../jobs/core/fileStore.ts';
import { folderOf, inFolder, baseName } from '../../jobs/core/fileUri.ts';
import { checkInsideWorkspace, takenNames } from '../../jobs/placement/outputFolder.ts';
import { fitName, foldedName, safeFileName, splitName } from '../../contract/safeFileName.ts';
import { outputFolder, templateValues } from '../../jobs/placement/template.ts';
import type { DirectConverter } from './directConverter.ts';
import { pathFrom, sizeOfPicture } from '../web/pictures.ts';
import { chooseOutput } from '../request/outputChoice.ts';
import { currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { say } from '../text/safeText.ts';
import type { Insertion, NewFile, PasteChoice } from '../ui/pasteChoice.ts';
import { formats, isImageFormat } from '../../contract/formats/table.ts';

/** Formats whose files contain a picture in several sizes, so that any choice of one would be arbitrary. */
const severalSizes: ReadonlySet<unknown> = new Set(['ico', 'cur', 'icns']);

/** A picture, and the new file for it. */
interface PlacedPicture extends PastedPicture {
  readonly uri: vscode.Uri;
}

/**
 * Implements **Insert as WebP**, a choice for pictures that are pasted or dropped into Markdown and HTML. Uploads
 * nothing and creates no job.
 */
export class WebpChoice implements PasteChoice {
  readonly title = say('Insert as WebP');
  readonly #files: FileStore;
  readonly #converter: DirectConverter;

  constructor(files: FileStore, converter: DirectConverter) {
    this.#files = files;
    this.#converter = converter;
  }

  readonly isOneOfSeveral = (document: vscode.TextDocument, data: vscode.DataTransfer): boolean =>
    hasFiles(data) || (isPictureAlone(data) && markdownInserts(document));

  readonly offer = async (
    document: vscode.TextDocument,
    data: vscode.DataTransfer,
  ): Promise<Insertion | undefined> => {
    if (document.isUntitled || currentSettings.runOn() === 'networkOnly') return undefined;
    const pasted = await picturesIn(data);
    if (pasted.length === 0) return undefined;
    const folder = assetsFolderOf(document);
    const taken = await takenNames(this.#files, folder.uri);
    const pictures = pasted.map((picture) => ({
      ...picture,
      uri: freeUri(folder.uri, taken, `${splitName(picture.name).stem}.webp`),
    }));
    const snippets = await Promise.all(
      pictures.map(async (picture, index) => snippetFor(document, picture, index + 1)),
    );
    return {
      snippet: snippets.join('\n'),
      files: async (signal) => this.#convert(pictures, folder, signal),
    };
  };

  async #convert(
    pictures: readonly PlacedPicture[],
    folder: AssetsFolder,
    signal: AbortSignal,
  ): Promise<NewFile[]> {
    try {
      await checkFolder(this.#files, folder);
      return await Promise.all(
        pictures.map(async ({ uri, name, read }) => {
          const write = async (inputPath: string) => writeFile(inputPath, await read(), { signal });
          const request = {
            tool: 'convert',
            write,
            fileName: name,
            to: 'webp',
            mayRunPrograms: true,
          } as const;
          return { uri, contents: (await this.#converter.convert(request, signal)).output };
        }),
      );
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(problemText(problemOf(error)), { cause: error });
    }
  }
}

async function checkFolder(files: FileStore, { uri, templates, fault }: AssetsFolder): Promise<void> {
  if (fault !== undefined) throw new CodedError(fault.code, fault.detail);
  await checkInsideWorkspace(files, uri, templates);
}

async function snippetFor(
  { uri: text, languageId }: vscode.TextDocument,
  { name, uri, read }: PlacedPicture,
  tabStop: number,
): Promise<string> {
  const { imageElementSnippet, markdownImageSnippet } = await import('../../references/index.ts');
  const path = await pathFrom(vscode.Uri.joinPath(text, '..'), uri);
  if (languageId !== 'html') return markdownImageSnippet({ path }, tabStop);
  const isKnown = !severalSizes.has(formatOfFileName(name));
  return imageElementSnippet(
    { path, size: isKnown ? await sizeOfPicture(name, await read()) : undefined },
    tabStop,
  );
}

/** True if VS Code's own Markdown extension would insert a picture, too. It only does so once it is active. */
function markdownInserts({ languageId, uri }: vscode.TextDocument): boolean {
  const markdown = vscode.extensions.getExtension('vscode.markdown-language-features');
  if (languageId !== 'markdown' || markdown?.isActive !== true) return false;
  const paste = vscode.workspace.getConfiguration('markdown.editor.filePaste', uri);
  return paste.get('enabled') !== 'never' && paste.get('copyIntoWorkspace') !== 'never';
}

/** The folder for pictures that are pasted or dropped into a text. */
interface AssetsFolder {
  /** URI of the folder, with links unresolved. */
  readonly uri: string;
  readonly templates: OutputTemplates | undefined;
  /** The reason why the folder in the settings can't be used. */
  readonly fault: Problem | undefined;
}

/** The folder for the pictures of a text, from the settings. */
function assetsFolderOf({ uri }: vscode.TextDocument): AssetsFolder {
  const text = uri.toString();
  const workspace = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
  const numbering = { number: 1, count: 1 };
  const { templates, fault } = chooseOutput(text, workspace, currentSettings.pasteRequests(uri), numbering);
  if (templates === undefined) return { uri: folderOf(text), templates, fault };
  const values = templateValues(text, templates, { extension: '', size: undefined });
  return { uri: outputFolder(text, templates, values), templates, fault };
}

/**
 * The URI of a new file in a folder. If the name exists, it gets a number as in VS Code, which needs no escaping in
 * links. Adds the name to `taken`.
 */
function freeUri(folder: string, taken: Set<string>, wanted: string): vscode.Uri {
  const { stem, extension } = splitName(safeFileName(wanted) ?? wanted);
  for (let number = 0; ; number += 1) {
    const name = fitName(stem, extension, number === 0 ? '' : `-${number}`);
    if (taken.has(foldedName(name))) continue;
    taken.add(foldedName(name));
    return vscode.Uri.parse(inFolder(folder, name));
  }
}

interface PastedPicture {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}

/** Larger pictures aren't transferred between VS Code's processes for a paste. */
const maxPictureBytes = 128 * 1024 ** 2;

/** WebP itself, and SVGZ, which is the only image format that no engine can read. */
const notConverted: ReadonlySet<string> = new Set(['webp', 'svgz']);

/** True if the pasted or dropped data names files. */
function hasFiles(data: vscode.DataTransfer): boolean {
  return data.get('text/uri-list') !== undefined;
}

/** True if there is a picture but no text. Programs also provide pictures of copied text. */
function isPictureAlone(data: vscode.DataTransfer): boolean {
  return data.get('text/plain') === undefined;
}

/** The pictures that can be converted to WebP, from named files, or else from the data itself. */
async function picturesIn(data: vscode.DataTransfer): Promise<PastedPicture[]> {
  const list = (await data.get('text/uri-list')?.asString()) ?? '';
  const uris = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const found = await Promise.all(uris.length > 0 ? uris.map(named) : [...data].map(contained));
  return found.filter((picture) => picture !== undefined);
}

async function named(line: string): Promise<PastedPicture | undefined> {
  const uri = vscode.Uri.parse(line);
  const name = baseName(uri.toString());
  if (!isConverted(formatOfFileName(name))) return undefined;
  // Files on the web can't be accessed, and neither can files on a computer other than the one where this runs.
  const facts = await Promise.resolve(vscode.workspace.fs.stat(uri)).catch(() => undefined);
  if (facts === undefined || facts.size > maxPictureBytes) return undefined;
  return { name, read: async () => vscode.workspace.fs.readFile(uri) };
}

async function contained([mimeType, item]: [string, vscode.DataTransferItem]): Promise<
  PastedPicture | undefined
> {
  const file = item.asFile();
  if (file === undefined) return undefined;
  if (!isConverted(formatOfFileName(file.name) ?? formatOfMediaType(mimeType))) return undefined;
  // Read now, because the data is no longer available once VS Code shows the choices.
  const bytes = await file.data();
  return bytes.length > maxPictureBytes ? undefined : { name: file.name, read: async () => bytes };
}

function isConverted(format: string | undefined): boolean {
  return format !== undefined && isImageFormat(format) && !notConverted.has(format);
}

function formatOfMediaType(mimeType: string): string | undefined {
  return formats.find(({ mediaType }) => mediaType === mimeType)?.id;
}
