import { posix } from 'node:path';
import * as vscode from 'vscode';
import { formatOfFileName, formatFactsOfFileName } from '../../contract/formats/naming.ts';
import { pictureHeadBytes, pictureSize } from '../../jobs/placement/outputPlan.ts';
import type { Alternative, SnippetPicture, PictureSize } from '../../references/snippets.ts';

/**
 * Formats that make small files, but that older browsers don't support. The one with the smallest files comes first.
 */
const modern = ['avif', 'webp'];

/** Formats that every browser supports, the most common first. */
const everywhere = ['jpg', 'png', 'gif', 'svg'];

/** A picture, with its path relative to the text in the active editor, or else to the workspace folder. */
export async function pictureAt(uri: vscode.Uri): Promise<SnippetPicture> {
  return { path: await pathFromHere(uri), size: await sizeOfFile(uri) };
}

/**
 * A picture in a format that every browser shows, with the same picture in other formats: files in the same folder with
 * the same name but another extension. If there are none, only the given file.
 */
export async function pictureInFormats(
  uri: vscode.Uri,
): Promise<{ readonly picture: SnippetPicture; readonly alternatives: readonly Alternative[] }> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
  const own = nameOf(uri);
  const sameStem = new Map(
    names.filter((name) => stemOf(name) === stemOf(own)).map((name) => [formatOfFileName(name) ?? '', name]),
  );
  const ownFormat = formatOfFileName(own) ?? '';
  const known = modern.includes(ownFormat) ? everywhere.find((format) => sameStem.has(format)) : ownFormat;
  const fallback = vscode.Uri.joinPath(folder, sameStem.get(known ?? '') ?? own);
  const others = modern
    .flatMap((format) => sameStem.get(format) ?? [])
    .filter((name) => name !== nameOf(fallback))
    .map(async (name) => ({
      path: await pathFromHere(vscode.Uri.joinPath(folder, name)),
      mediaType: mediaTypeOf(name),
    }));
  return { picture: await pictureAt(fallback), alternatives: await Promise.all(others) };
}

/** The media type of a file, by its name. */
export function mediaTypeOf(name: string): string {
  return formatFactsOfFileName(name)?.mediaType ?? 'application/octet-stream';
}

/** The size at which a picture is displayed, from its name and content. */
export async function sizeOfPicture(name: string, bytes: Uint8Array): Promise<PictureSize | undefined> {
  if (formatOfFileName(name) !== 'svg') return pictureSize(bytes.subarray(0, pictureHeadBytes));
  const { drawingSize } = await import('../../references/index.ts');
  return drawingSize(new TextDecoder().decode(bytes.subarray(0, pictureHeadBytes)));
}

/** The size at which a picture file is displayed; `undefined` if unknown. */
export async function sizeOfFile(uri: vscode.Uri): Promise<PictureSize | undefined> {
  try {
    return await sizeOfPicture(uri.path, await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

/** The path of a file relative to the text in the active editor, or else to the workspace folder. */
export async function pathFromHere(uri: vscode.Uri): Promise<string> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const text = input instanceof vscode.TabInputText ? vscode.Uri.joinPath(input.uri, '..') : undefined;
  const from = text ?? vscode.workspace.getWorkspaceFolder(uri)?.uri;
  return from === undefined ? nameOf(uri) : pathFrom(from, uri);
}

/** The relative path from a folder to a file. If they are in different file systems, only the file's name. */
export async function pathFrom(folder: vscode.Uri, uri: vscode.Uri): Promise<string> {
  const { relativePath } = await import('../../references/index.ts');
  if (folder.scheme !== uri.scheme || folder.authority !== uri.authority) return nameOf(uri);
  return relativePath(folder.path.replace(/\/$/, ''), uri.path);
}

function nameOf({ path }: vscode.Uri): string {
  return posix.basename(path);
}

function stemOf(name: string): string {
  return posix.parse(name).name;
}
