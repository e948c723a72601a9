import * as vscode from 'vscode';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { formats, isImageFormat } from '../../contract/formats/table.ts';
import { baseName } from '../../jobs/files/fileUri.ts';

/** A picture that is pasted or dropped. */
export interface PastedPicture {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}

/** Larger ones are not passed between VS Code's processes for a paste. */
const maxPictureBytes = 128 * 1024 ** 2;

/** What is WebP already, and the one image that nothing here reads. */
const notConverted: ReadonlySet<string> = new Set(['webp', 'svgz']);

/** Whether files are named. */
export function hasFiles(data: vscode.DataTransfer): boolean {
  return data.get('text/uri-list') !== undefined;
}

/** Whether there is no text beside a picture: programs give pictures of text that is copied, too. */
export function isPictureAlone(data: vscode.DataTransfer): boolean {
  return data.get('text/plain') === undefined;
}

/** The pictures that can become WebP: those of files that are named, else those whose content is there. */
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
  // What is on the web, or on another computer than the one that VS Code works on, is not there.
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
  // It can be read no longer once the choices are on the screen.
  const bytes = await file.data();
  return bytes.length > maxPictureBytes ? undefined : { name: file.name, read: async () => bytes };
}

function isConverted(format: string | undefined): boolean {
  return format !== undefined && isImageFormat(format) && !notConverted.has(format);
}

function formatOfMediaType(mimeType: string): string | undefined {
  return formats.find(({ mediaType }) => mediaType === mimeType)?.id;
}
