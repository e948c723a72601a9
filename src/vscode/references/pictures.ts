import { posix } from 'node:path';
import * as vscode from 'vscode';
import { formatOfFileName, rowOfFileName } from '../../contract/formats/naming.ts';
import { pictureHeadBytes, pictureSize } from '../../jobs/placement/outputHead.ts';
import type { Alternative, Picture, PictureSize } from '../../references/snippets.ts';

/** Formats that save much and that older browsers don't know, the ones that save most first. */
const modern = ['avif', 'webp'];

/** What every browser shows, the likeliest first. */
const everywhere = ['jpg', 'png', 'gif', 'svg'];

/** A picture as it is referred to from a file, or from the top of the workspace where no text is open. */
export async function pictureAt(uri: vscode.Uri): Promise<Picture> {
  return { path: await pathFromHere(uri), size: await sizeOfFile(uri) };
}

/**
 * A picture that every browser shows, with the formats in which it stands beside it, too: same name, another extension. Where
 * only the picture itself is there, it is that one.
 */
export async function pictureInFormats(
  uri: vscode.Uri,
): Promise<{ readonly picture: Picture; readonly alternatives: readonly Alternative[] }> {
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

/** The media type of a file by its name. */
export function mediaTypeOf(name: string): string {
  return rowOfFileName(name)?.mediaType ?? 'application/octet-stream';
}

/** How large a picture is shown, by its name and its content. */
export async function sizeOfPicture(name: string, bytes: Uint8Array): Promise<PictureSize | undefined> {
  if (formatOfFileName(name) !== 'svg') return pictureSize(bytes.subarray(0, pictureHeadBytes));
  const { drawingSize } = await import('../../references/index.ts');
  return drawingSize(new TextDecoder().decode(bytes.subarray(0, pictureHeadBytes)));
}

/** The same of a file; `undefined` where nobody can tell it. */
export async function sizeOfFile(uri: vscode.Uri): Promise<PictureSize | undefined> {
  try {
    return await sizeOfPicture(uri.path, await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

/** The path of a file from the text in the active editor, else from the workspace's folder. */
export async function pathFromHere(uri: vscode.Uri): Promise<string> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const text = input instanceof vscode.TabInputText ? vscode.Uri.joinPath(input.uri, '..') : undefined;
  const from = text ?? vscode.workspace.getWorkspaceFolder(uri)?.uri;
  return from === undefined ? nameOf(uri) : pathFrom(from, uri);
}

/** The way from a folder to a file; the name of one that is in another file system. */
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
