import path from 'node:path';
import emoji from '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf';
import heading from '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf';
import headingItalic from '@expo-google-fonts/source-sans-3/600SemiBold_Italic/SourceSans3_600SemiBold_Italic.ttf';
import serif from '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf';
import serifItalic from '@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf';
import serifBold from '@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf';
import serifBoldItalic from '@expo-google-fonts/source-serif-4/700Bold_Italic/SourceSerif4_700Bold_Italic.ttf';
import sansBold from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf';
import sans from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf';
import monoBold from 'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf';
import mono from 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf';
import { type Font, type FontCollection, openSync } from 'fontkit';

export type FontStyle = keyof FontFamily;

/** A font family with the characters that it can draw. */
export class Typeface {
  readonly name: string;
  readonly files: FontFamily;
  readonly #fonts = new Map<FontFile, Font>();
  readonly #drawn = new Map<string, boolean>();
  readonly #widths = new Map<FontStyle, Map<string, number>>();

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

  /** Returns the width of a text without kerning, in ems. */
  widthOf(text: string, style: FontStyle): number {
    const widths = this.#widths.get(style) ?? new Map<string, number>();
    this.#widths.set(style, widths);
    let sum = 0;
    for (const character of text) {
      const known = widths.get(character);
      sum += known ?? this.#advanceOf(character, style);
      if (known === undefined) widths.set(character, this.#advanceOf(character, style));
    }
    return sum;
  }

  #advanceOf(character: string, style: FontStyle): number {
    const font = this.#font(this.files[style]);
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

/** A font file, with the font's PostScript name if the file contains several fonts. */
export interface FontFile {
  readonly path: string;
  readonly postscriptName?: string;
}

/** The font files of a family, keyed by pdfmake's names of styles. */
interface FontFamily {
  readonly normal: FontFile;
  readonly bold: FontFile;
  readonly italics: FontFile;
  readonly bolditalics: FontFile;
}

const beside = (fileName: string): FontFile => ({ path: path.resolve(import.meta.dirname, fileName) });

export const textFamily: FontFamily = {
  normal: beside(serif),
  bold: beside(serifBold),
  italics: beside(serifItalic),
  bolditalics: beside(serifBoldItalic),
};
/** The heading font. All styles are semi-bold, since headings need no bolder text. */
export const headingFamily: FontFamily = {
  normal: beside(heading),
  bold: beside(heading),
  italics: beside(headingItalic),
  bolditalics: beside(headingItalic),
};
export const codeFamily = uprightFamily(mono, monoBold);
/** The font for characters that the other fonts lack. It has many more scripts, arrows, boxes, and symbols. */
export const fallbackFamily = uprightFamily(sans, sansBold);
export const emojiFamily = familyOf(beside(emoji));

/** Returns a font family that uses the same file for each style. */
export function familyOf(file: FontFile): FontFamily {
  return { normal: file, bold: file, italics: file, bolditalics: file };
}

function uprightFamily(normal: string, bold: string): FontFamily {
  const [regular, heavy] = [beside(normal), beside(bold)];
  return { normal: regular, bold: heavy, italics: regular, bolditalics: heavy };
}
