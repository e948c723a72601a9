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
import path from 'node:path';

/** A font file, with the font's PostScript name if the file contains several fonts. */
export interface FontFile {
  readonly path: string;
  readonly postscriptName?: string;
}

/** The font files of a family, keyed by pdfmake's names of styles. */
export interface FontFamily {
  readonly normal: FontFile;
  readonly bold: FontFile;
  readonly italics: FontFile;
  readonly bolditalics: FontFile;
}

const beside = (fileName: string): FontFile => ({ path: path.join(import.meta.dirname, fileName) });

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
