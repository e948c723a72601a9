import emoji from '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf';
import sansBold from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf';
import sansBoldOblique from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-BoldOblique.ttf';
import sansOblique from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Oblique.ttf';
import sans from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf';
import monoBold from 'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf';
import mono from 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf';
import path from 'node:path';

/** A file of one font, or of several of which one is meant by its PostScript name. */
export interface FontFile {
  readonly path: string;
  readonly postscriptName?: string;
}

/** The files of one family, by the names that pdfmake gives its styles. */
export interface FontFamily {
  readonly normal: FontFile;
  readonly bold: FontFile;
  readonly italics: FontFile;
  readonly bolditalics: FontFile;
}

const beside = (fileName: string): FontFile => ({ path: path.join(import.meta.dirname, fileName) });

/** What text is set in first: both have Latin, Greek and Cyrillic, arrows, boxes and the signs of mathematics. */
export const textFamily: FontFamily = {
  normal: beside(sans),
  bold: beside(sansBold),
  italics: beside(sansOblique),
  bolditalics: beside(sansBoldOblique),
};
export const codeFamily: FontFamily = {
  normal: beside(mono),
  bold: beside(monoBold),
  italics: beside(mono),
  bolditalics: beside(monoBold),
};
export const emojiFamily = familyOf(beside(emoji));

/** A family that has one style for all. */
export function familyOf(file: FontFile): FontFamily {
  return { normal: file, bold: file, italics: file, bolditalics: file };
}
