import { compoundExtensionOf } from '../../contract/formats/naming.ts';
import { withoutTrailing } from '../../util/withoutTrailing.ts';

/** The longest name that every common file system accepts, in bytes of UTF-8. */
export const maxNameBytes = 255;

// Longer than any extension in use, and short enough to leave room for the stem.
const maxExtensionLength = 33;

// Names that Windows reserves, with any extension; superscript digits count as digits.
const reserved = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

// Control characters, and invisible or direction-changing ones that make a name look like another.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Reduces a server's name to a plain file name that is valid on Windows, macOS, and Linux: no folder, drive, stream, or
 * device, nothing invisible, at most 255 bytes including the extension. `undefined` if nothing is left.
 */
export function safeFileName(name: string): string | undefined {
  // Leading dots would hide the file, and `..` is a folder; Windows drops trailing dots and spaces.
  const plain = trimEnds(legible(name.split(/[/\\]/).at(-1) ?? ''));
  if (plain === '') return undefined;
  const { stem, extension } = splitName(plain);
  return fitName(isReserved(plain) ? `_${stem}` : stem, extension);
}

/** The same for a user's folder name, which may be hidden. `undefined` if nothing is left. */
export function safeFolderName(name: string): string | undefined {
  const plain = withoutTrailing(legible(name.replace(/[/\\]/g, '_')).trimStart(), /[\s.]/);
  if (plain === '') return undefined;
  return fitName(isReserved(plain) ? `_${plain}` : plain, '');
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

/** Splits the name into stem and extension, including its dot (`.tar.gz` counts as one). */
export function splitName(name: string): { stem: string; extension: string } {
  const compound = compoundExtensionOf(name);
  const dot = compound === undefined ? name.lastIndexOf('.') : name.length - compound.length - 1;
  if (dot <= 0 || name.length - dot > maxExtensionLength) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** Joins stem, suffix, and extension to a name of at most 255 bytes by shortening the stem. */
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

/** A key: names with equal keys are the same file on some common file system. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}

function trimEnds(text: string): string {
  return withoutTrailing(text.replace(/^[\s.]+/, ''), /[\s.]/);
}
