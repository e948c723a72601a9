import { readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { charactersIn, familiesIn } from './fontTables.ts';

/** Larger files hold pictures of emoji, which are not drawn, or more than a drawing is worth. */
const maxFileBytes = 48 * 1024 * 1024;

/** A file of fonts on this machine. */
export class FontFile {
  readonly path: string;
  readonly families: readonly string[];
  readonly bytes: number;
  #characters: ReturnType<typeof charactersIn> | undefined;

  constructor(file: string, families: readonly string[], bytes: number) {
    this.path = file;
    this.families = families;
    this.bytes = bytes;
  }

  /** Those of the characters that it can draw. */
  async drawn(characters: readonly number[]): Promise<number[]> {
    this.#characters ??= charactersIn(this.path).catch(() => []);
    const ranges = await this.#characters;
    return characters.filter((each) => ranges.some(([first, last]) => first <= each && each <= last));
  }
}

let found: Promise<FontFile[]> | undefined;

/** The fonts of this machine; they are looked for once. */
export async function systemFonts(): Promise<FontFile[]> {
  found ??= findFonts(fontFolders());
  return found;
}

function fontFolders(): string[] {
  const home = os.homedir();
  switch (process.platform) {
    case 'darwin':
      return ['/System/Library/Fonts', '/Library/Fonts', path.join(home, 'Library/Fonts')];
    case 'win32':
      return [
        path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'Fonts'),
        path.join(process.env['LOCALAPPDATA'] ?? home, 'Microsoft\\Windows\\Fonts'),
      ];
    default:
      return ['/usr/share/fonts', '/usr/local/share/fonts', `${home}/.local/share/fonts`, `${home}/.fonts`];
  }
}

async function findFonts(folders: readonly string[]): Promise<FontFile[]> {
  const fonts: FontFile[] = [];
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    for (const name of names.filter((each) => /\.(?:ttf|otf|ttc|otc)$/i.test(each)).toSorted()) {
      const file = path.join(folder, name);
      try {
        const { size } = await stat(file);
        if (size <= maxFileBytes) fonts.push(new FontFile(file, await familiesIn(file), size));
      } catch {
        // One that can't be read draws nothing.
      }
    }
  }
  return fonts;
}
