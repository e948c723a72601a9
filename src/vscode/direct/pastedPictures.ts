import * as vscode from 'vscode';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { formats, isImageFormat } from '../../contract/formats/table.ts';
import { baseName } from '../../jobs/files/fileUri.ts';

export interface PastedPicture {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}

/** Larger pictures aren't transferred between VS Code's processes for a paste. */
const maxPictureBytes = 128 * 1024 ** 2;

/** WebP itself, and SVGZ, which is the only image format that no engine can read. */
const notConverted: ReadonlySet<string> = new Set(['webp', 'svgz']);

/** True if the pasted or dropped data names files. */
export function hasFiles(data: vscode.DataTransfer): boolean {
  return data.get('text/uri-list') !== undefined;
}

/** True if there is a picture but no text. Programs also provide pictures of copied text. */
export function isPictureAlone(data: vscode.DataTransfer): boolean {
  return data.get('text/plain') === undefined;
}

/** The pictures that can be converted to WebP, from named files, or else from the data itself. */
export async function picturesIn(data: vscode.DataTransfer): Promise<PastedPicture[]> {
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
