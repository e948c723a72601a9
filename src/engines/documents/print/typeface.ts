import { type Font, type FontCollection, openSync } from 'fontkit';
import type { FontFamily, FontFile } from './fontFiles.ts';

export type FontStyle = keyof FontFamily;

/** A font family with the characters that it can draw. */
export class Typeface {
  readonly name: string;
  readonly files: FontFamily;
  readonly #fonts = new Map<FontFile, Font>();
  readonly #drawn = new Map<string, boolean>();

  constructor(name: string, files: FontFamily) {
    this.name = name;
    this.files = files;
  }

  draws(style: FontStyle, codePoint: number): boolean {
    const key = `${style} ${codePoint}`;
    const known = this.#drawn.get(key);
    if (known !== undefined) return known;
    const font = this.#font(this.files[style]);
    const drawn = font.hasGlyphForCodePoint(codePoint) && hasOutline(font, codePoint);
    this.#drawn.set(key, drawn);
    return drawn;
  }

  /** The height of a line above and below its baseline, in ems. */
  get lineBox(): { readonly ascent: number; readonly descent: number } {
    const { ascent, descent, lineGap, unitsPerEm } = this.#font(this.files.normal);
    return { ascent: ascent / unitsPerEm, descent: (lineGap - descent) / unitsPerEm };
  }

  /** Returns the width of a character, in ems. */
  widthOf(character: string): number {
    const font = this.#font(this.files.normal);
    return font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
  }

  #font(file: FontFile): Font {
    const known = this.#fonts.get(file);
    if (known !== undefined) return known;
    const [font] = fontsIn(openSync(file.path, file.postscriptName));
    if (font === undefined) throw new Error(`No font in ${file.path}`);
    this.#fonts.set(file, font);
    return font;
  }
}

/** Returns the fonts in a file that can be embedded in a PDF, which requires outlines. */
export function embeddableFonts(filePath: string): FontFile[] {
  try {
    const opened = openSync(filePath);
    return fontsIn(opened)
      .filter(hasOutlines)
      .map(({ postscriptName }) =>
        'fonts' in opened ? { path: filePath, postscriptName } : { path: filePath },
      );
  } catch {
    // A font file that can't be read is skipped, because the others can still be used.
    return [];
  }
}

function fontsIn(font: Font | FontCollection): Font[] {
  return 'fonts' in font ? font.fonts : [font];
}

function hasOutlines(font: Font): boolean {
  const tables: unknown = Reflect.get(Object(Reflect.get(font, 'directory')), 'tables');
  return typeof tables === 'object' && tables !== null && ('glyf' in tables || 'CFF ' in tables);
}

/** True if a character has an outline. Color emoji fonts use pictures and leave the outlines empty. */
function hasOutline(font: Font, codePoint: number): boolean {
  return (
    /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]$/u.test(String.fromCodePoint(codePoint)) ||
    font.glyphForCodePoint(codePoint).path.commands.length > 0
  );
}
