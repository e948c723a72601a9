import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formats } from '../../contract/formats/table.ts';
import { fitName, numberedName, splitName } from '../../contract/safeFileName.ts';
import { piecesOf } from '../../util/bytes.ts';
import { type FileStore, haveSameContent } from '../core/fileStore.ts';
import { baseName, folderOf, inFolder, temporaryName } from '../core/fileUri.ts';
import type { PlacedFile, StateOf } from '../core/job.ts';
import { removeFolders } from './outputFolder.ts';
import { placedFile, removeUnchanged } from './placedFile.ts';

/** Longer texts keep their pictures, because they are read as a whole. */
const maxBytes = 128 * 1024 ** 2;

type Placing = StateOf<'placing'>;

/**
 * Saves the pictures embedded in a Markdown text in the folder `NAME_files` beside its destination, and writes a
 * text that links to them. Never overwrites a file.
 * @throws FileStoreError, and leaves nothing behind
 */
export async function withoutPictures(files: FileStore, state: Placing, target: string): Promise<Placing> {
  const text = await textOf(files, state.temporary);
  const addresses = new Map<string, string>();
  withAddresses(text, (data) => {
    if (extensionOf(data) !== undefined) addresses.set(data, data);
    return data;
  });
  if (addresses.size === 0) return state;
  const { folder, isNew } = await pictureFolder(files, target);
  const madeFolders = [...(state.madeFolders ?? []), ...(isNew ? [folder] : [])];
  const pictures: PlacedFile[] = [];
  const temporary = inFolder(folderOf(target), temporaryName());
  const separated: Placing = { ...state, temporary, embedded: state.temporary, pictures, madeFolders };
  try {
    for (const [index, data] of [...addresses.keys()].entries()) {
      const name = `image${index + 1}.${extensionOf(data)}`;
      const uri = await savePicture(files, inFolder(folder, name), data, pictures);
      addresses.set(data, relativeAddress(folder, uri));
    }
    const linked = withAddresses(text, (data) => addresses.get(data) ?? data);
    await write(files, temporary, linked);
    return separated;
  } catch (error) {
    await withPictures(files, separated, state.temporary).catch(() => {});
    throw error;
  }
}

/** Removes the pictures that were saved separately, and the text that links to them. */
export async function withPictures(files: FileStore, state: Placing, embedded: string): Promise<Placing> {
  for (const picture of state.pictures ?? []) await removeUnchanged(files, picture);
  await removeFolders(files, state.madeFolders ?? []);
  await files.remove(state.temporary);
  return { ...state, temporary: embedded, attempt: undefined, embedded: undefined, pictures: undefined };
}

/** Reads a text; empty if it is too long, or missing. */
async function textOf(files: FileStore, uri: string): Promise<string> {
  const facts = await files.facts(uri);
  if (facts === undefined || facts.sizeBytes > maxBytes) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of piecesOf(files.read(uri))) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The address of a picture in Markdown or HTML. Escaped characters and code have alternatives of their own, to be skipped. */
const embedded =
  /\\.|`[^`]*`|(?<before>\]\(|src=")(?<data>data:image\/[\w.+-]{1,40};base64,[A-Za-z0-9+/]+={0,2})(?<after>[\s")])/g;
const codeFence = /^[\s>*+\-\d.)]*(`{3,}|~{3,})/;

/** Replaces the addresses of the embedded pictures outside code. */
function withAddresses(text: string, addressOf: (data: string) => string): string {
  let fence: string | undefined;
  const lines = text.split('\n').map((line) => {
    const [start = '', marks] = codeFence.exec(line) ?? [];
    if (fence !== undefined) fence = marks?.startsWith(fence) === true ? undefined : fence;
    else if (!line.includes('`', start.length)) fence = marks;
    if (fence !== undefined || !line.includes('data:image/')) return line;
    return line.replaceAll(embedded, (all, before?: string, data?: string, after?: string) =>
      before === undefined || data === undefined ? all : before + addressOf(data) + after,
    );
  });
  return lines.join('\n');
}

/** Returns the folder for the pictures of a text, which is created unless it exists. */
async function pictureFolder(
  files: FileStore,
  target: string,
): Promise<{ readonly folder: string; readonly isNew: boolean }> {
  const name = fitName(splitName(baseName(target)).stem, '', '_files');
  for (let number = 0; ; number += 1) {
    const folder = inFolder(folderOf(target), numberedName(name, number));
    if (await files.makeFolder(folder)) return { folder, isNew: true };
    const facts = await files.facts(folder);
    if (facts?.kind === 'folder' && !facts.isLink) return { folder, isNew: false };
  }
}

/** Saves a picture under a free name unless that name has the same content. Returns its URI, and adds it to `placed`. */
async function savePicture(
  files: FileStore,
  wanted: string,
  data: string,
  placed: PlacedFile[],
): Promise<string> {
  const temporary = inFolder(folderOf(wanted), temporaryName());
  try {
    await write(files, temporary, Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'));
    const facts = await files.facts(temporary);
    for (let number = 0; ; number += 1) {
      const uri = inFolder(folderOf(wanted), numberedName(baseName(wanted), number));
      if (facts !== undefined && (await files.moveToFree(temporary, uri))) {
        placed.push(placedFile(uri, facts));
        return uri;
      }
      const existing = await files.facts(uri);
      if (existing?.kind !== 'file' || existing.sizeBytes !== facts?.sizeBytes) continue;
      if (await haveSameContent(files, uri, temporary)) {
        await files.remove(temporary);
        return uri;
      }
    }
  } catch (error) {
    await files.remove(temporary).catch(() => {});
    throw error;
  }
}

async function write(files: FileStore, uri: string, content: string | Uint8Array): Promise<void> {
  const { sink } = await files.createTemporary(folderOf(uri), baseName(uri));
  await pipeline(Readable.from([Buffer.from(content)], { objectMode: false }), sink);
}

/** The extension for a picture; `undefined` if it isn't in a known format, and might become a program. */
function extensionOf(data: string): string | undefined {
  const mediaType = data.slice('data:'.length, data.indexOf(';')).toLowerCase();
  return formats.find((format) => format.kind === 'images' && format.mediaType === mediaType)?.id;
}

/** Returns a relative address for Markdown, in which parentheses would end a link. */
function relativeAddress(folder: string, uri: string): string {
  const parts = [baseName(folder), baseName(uri)].map(encodeURIComponent);
  return parts.join('/').replaceAll('(', '%28').replaceAll(')', '%29');
}
