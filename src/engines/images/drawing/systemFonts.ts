import { stat } from 'node:fs/promises';
import { installedFonts } from '../../lib/installedFonts.ts';
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
  found ??= findFonts();
  return found;
}

async function findFonts(): Promise<FontFile[]> {
  const fonts: FontFile[] = [];
  for (const file of installedFonts()) {
    try {
      const { size } = await stat(file);
      if (size <= maxFileBytes) fonts.push(new FontFile(file, await familiesIn(file), size));
    } catch {
      // One that can't be read draws nothing.
    }
  }
  return fonts;
}
