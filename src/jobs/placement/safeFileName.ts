import { compoundExtensionOf } from '../../contract/formats/naming.ts';
import { withoutTrailing } from '../../util/withoutTrailing.ts';

/** The longest name that every common file system takes, in bytes of UTF-8. */
export const maxNameBytes = 255;

// Longer than any extension in use, and short enough to leave a stem its room.
const maxExtensionLength = 33;

// What Windows reserves, with any extension; superscript digits count as digits there.
const reserved = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

// Control characters, and the invisible and direction-changing ones that make a name read as another.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Reduces a name that a server chose to a plain file name on the rules of Windows, macOS and Linux alike: no folder, drive,
 * stream or device, nothing invisible, at most 255 bytes with the extension kept. `undefined` when nothing is left of it.
 */
export function safeFileName(name: string): string | undefined {
  // Leading dots would hide the file, and `..` is a folder; Windows drops trailing dots and spaces.
  const plain = trimEnds(legible(name.split(/[/\\]/).at(-1) ?? ''));
  if (plain === '') return undefined;
  const { stem, extension } = splitName(plain);
  return fitName(isReserved(plain) ? `_${stem}` : stem, extension);
}

/** The same for a folder that a person names, which may be hidden. `undefined` when nothing is left of it. */
export function safeFolderName(name: string): string | undefined {
  const plain = withoutTrailing(legible(name.replace(/[/\\]/g, '_')).trimStart(), /[\s.]/);
  if (plain === '') return undefined;
  return fitName(isReserved(plain) ? `_${plain}` : plain, '');
}

/** Without what no file system of the three takes, and what nobody sees. */
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

/** The name in two: what comes before the last dot, and the extension with its dot (`.tar.gz` counts as one). */
export function splitName(name: string): { stem: string; extension: string } {
  const compound = compoundExtensionOf(name);
  const dot = compound === undefined ? name.lastIndexOf('.') : name.length - compound.length - 1;
  if (dot <= 0 || name.length - dot > maxExtensionLength) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** Stem, suffix and extension as a name of at most 255 bytes; the stem gives way. */
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

/** Two names for which this is equal are the same file on some common file system. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}

function trimEnds(text: string): string {
  return withoutTrailing(text.replace(/^[\s.]+/, ''), /[\s.]/);
}
