import { compoundExtensionOf } from './formats/naming.ts';
import { withoutTrailing } from '../util/text.ts';

/** The longest name that every common file system accepts, in bytes of UTF-8. */
export const maxNameBytes = 255;

// Longer than any extension in use, and short enough to leave room for the stem.
const maxExtensionLength = 33;

// Names that Windows reserves, with any extension. Superscript digits count as digits.
const reserved = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

// Control characters, and characters that make a name look like another one because they are invisible or change the
// text direction.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Reduces a server's name to a plain file name that is valid on Windows, macOS, and Linux. It has no folder, drive,
 * stream, device, or invisible character, and at most 255 bytes including the extension. Returns `undefined` if nothing
 * is left.
 */
export function safeFileName(name: string): string | undefined {
  // Leading dots would hide the file, and `..` is a folder; Windows drops trailing dots and spaces.
  const plain = trimEnds(legible(name.split(/[/\\]/).at(-1) ?? ''));
  if (plain === '') return undefined;
  const { stem, extension } = splitName(plain);
  return fitName(isReserved(plain) ? `_${stem}` : stem, extension);
}

// The configuration of a Git repository names programs that Git runs, and VS Code opens each repository that appears in
// a workspace.
const gitFolder = /^\.git$/i;

/**
 * Reduces the name of a folder or of an archive's entry like `safeFileName`, but lets it be hidden, except for Git's
 * folder. Returns `undefined` if nothing is left.
 */
export function safeFolderName(name: string): string | undefined {
  const plain = withoutTrailing(legible(name.replace(/[/\\]/g, '_')).trimStart(), /[\s.]/);
  if (plain === '') return undefined;
  const { stem, extension } = splitName(plain);
  return fitName(isReserved(plain) || gitFolder.test(plain) ? `_${stem}` : stem, extension);
}

/**
 * Reduces the name for a new folder like `safeFileName`, without leading dots: folders such as `.vscode` and `.husky`
 * name programs that other tools run. Returns `undefined` if nothing is left.
 */
export function visibleFolderName(name: string): string | undefined {
  return safeFileName(name.replace(/[/\\]/g, '_'));
}

/** Removes characters that are invisible or that one of the three systems forbids. */
function legible(name: string): string {
  return name
    .normalize('NFC')
    .replace(unprintable, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ');
}

function isReserved(name: string): boolean {
  return reserved.test(name.split('.')[0]?.trimEnd() ?? '');
}

/** Splits a name into its stem and its extension, including the dot. `.tar.gz` is one extension. */
export function splitName(name: string): { stem: string; extension: string } {
  const compound = compoundExtensionOf(name);
  const dot = compound === undefined ? name.lastIndexOf('.') : name.length - compound.length - 1;
  if (dot <= 0 || name.length - dot > maxExtensionLength) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** Joins stem, suffix, and extension. Shortens the stem so that the name has at most 255 bytes. */
export function fitName(stem: string, extension: string, suffix = ''): string {
  const tail = suffix + extension;
  const room = maxNameBytes - Buffer.byteLength(tail);
  let short = '';
  let used = 0;
  for (const character of stem) {
    used += Buffer.byteLength(character);
    if (used > room) break;
    short += character;
  }
  return short === stem ? stem + tail : short.trimEnd() + tail;
}

/** The name with a number that makes it unique, as in `photo (1).webp`. Number 0 returns the name unchanged. */
export function numberedName(name: string, number: number): string {
  if (number === 0) return name;
  const { stem, extension } = splitName(name);
  return fitName(stem, extension, ` (${number})`);
}

/** A key that is equal for names of the same file on some common file system. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}

function trimEnds(text: string): string {
  return withoutTrailing(text.replace(/^[\s.]+/, ''), /[\s.]/);
}
