import type { PdfDocument } from '../document.ts';
import { withMemory } from '../memory.ts';

/** The properties of a letter's appearance that matter for conversion. */
export interface TextStyle {
  /** Font size in points, rounded to halves. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** True if the font is monospaced. */
  readonly fixed: boolean;
  /** True for the text recognized in a scan, which lies invisibly over its picture. */
  readonly invisible: boolean;
  /** Number of the marked content that the letter belongs to (ISO 32000-1, 14.6), or -1 if there is none. */
  readonly tag: number;
}

/** `FPDF_TEXTRENDERMODE_INVISIBLE`. */
const invisibleMode = 3;
const matrixBytes = 24;
const maxNameBytes = 256;
/** Font flags (ISO 32000-1, table 123). */
const flags = { fixed: 1 << 0, italic: 1 << 6, forceBold: 1 << 18 } as const;

/** Weight from which a font is bold, whatever its name. PDFium estimates it from the width of the font's stems. */
const boldWeight = 680;
/** Words in names of bold fonts, also abbreviated, as in `NimbusRomNo9L-Medi`. */
const boldWord = /bold|black|heavy|[-,](?:medi(?!um)|demi|bd|blk)/i;
/** Names of bold fonts for TeX, such as `CMBX10`, `SFBX1000`, and `txb`. */
const boldTex =
  /^(?:cm(?:b|bx|bxsl|bxti|ssbx|mib|bsy)|(?:sf|ec|la)(?:bx|bl|bi|rb|sx|xc)|[pt]x(?:b|bi|bsl|sb))\d*$/i;

/** True if a font's name says that it is bold. */
export function isBoldName(font: string): boolean {
  const name = font.replace(/^[A-Z]{6}\+/, '');
  return boldWord.test(name) || boldTex.test(name);
}

/** `font` is PDFium's pointer to the font. */
type FontStyle = TextStyle & { readonly font: number };

const plain: FontStyle = {
  size: 0,
  bold: false,
  italic: false,
  fixed: false,
  invisible: false,
  tag: -1,
  font: 0,
};

/**
 * Returns a function that finds the style of a letter by its index. Letters of the same text object share their style.
 */
export function textStyles(document: PdfDocument, text: number): (at: number) => FontStyle {
  const { pdfium } = document;
  const known = new Map<number, FontStyle>();
  let last = plain;
  return (at) => {
    const object = pdfium.FPDFText_GetTextObject(text, at);
    // Spaces that PDFium generates don't belong to any object.
    if (object === 0) return last;
    last = known.get(object) ?? {
      ...styleOf(document, text, at, object),
      tag: pdfium.FPDFPageObj_GetMarkedContentID(object),
      font: pdfium.FPDFTextObj_GetFont(object),
    };
    known.set(object, last);
    return last;
  };
}

function styleOf({ pdfium }: PdfDocument, text: number, at: number, object: number): Omit<TextStyle, 'tag'> {
  const { pdfium: wasm } = pdfium;
  return withMemory(pdfium, matrixBytes + 4 + maxNameBytes, (matrix) => {
    const [fontFlags, name] = [matrix + matrixBytes, matrix + matrixBytes + 4];
    const isScaled = pdfium.FPDFText_GetMatrix(text, at, matrix);
    const number = (index: number): number => wasm.getValue(matrix + 4 * index, 'float');
    const scale = isScaled ? Math.hypot(number(2), number(3)) : 1;
    const length = pdfium.FPDFText_GetFontInfo(text, at, name, maxNameBytes, fontFlags);
    const bits = length > 0 ? wasm.getValue(fontFlags, 'i32') : 0;
    const font = length > 0 && length <= maxNameBytes ? wasm.UTF8ToString(name) : '';
    const invisible = pdfium.FPDFTextObj_GetTextRenderMode(object) === invisibleMode;
    return {
      invisible,
      size: Math.round(pdfium.FPDFText_GetFontSize(text, at) * scale * 2) / 2,
      bold:
        (bits & flags.forceBold) !== 0 ||
        isBoldName(font) ||
        pdfium.FPDFText_GetFontWeight(text, at) >= boldWeight,
      italic: (bits & flags.italic) !== 0 || /italic|oblique/i.test(font),
      // Fonts for invisible text have no glyph shapes, so their widths mean nothing.
      fixed:
        !invisible && ((bits & flags.fixed) !== 0 || /mono|courier|consolas|menlo|typewriter/i.test(font)),
    };
  });
}

const trueType: ReadonlySet<number> = new Set([0x0001_0000, 0x7472_7565]);
const headerBytes = 12;
const tableBytes = 16;
const recordBytes = 8;
/** Platform IDs of character tables (OpenType, "cmap"). */
const platforms = { unicode: 0, macintosh: 1, windows: 3 } as const;

/** True if a TrueType font has only a Macintosh character table. False if the file is truncated. */
export function isMacOnly(font: Buffer): boolean {
  if (font.length < headerBytes || !trueType.has(font.readUInt32BE(0))) return false;
  for (
    let at = headerBytes;
    at + tableBytes <= Math.min(font.length, headerBytes + font.readUInt16BE(4) * tableBytes);
    at += tableBytes
  ) {
    if (font.toString('latin1', at, at + 4) !== 'cmap') continue;
    const found = platformsOf(font.subarray(font.readUInt32BE(at + 8)));
    return found.has(platforms.macintosh) && !found.has(platforms.unicode) && !found.has(platforms.windows);
  }
  return false;
}

function platformsOf(cmap: Buffer): ReadonlySet<number> {
  const found = new Set<number>();
  const end = cmap.length < 4 ? 0 : Math.min(cmap.length, 4 + cmap.readUInt16BE(2) * recordBytes);
  for (let at = 4; at + recordBytes <= end; at += recordBytes) found.add(cmap.readUInt16BE(at));
  return found;
}
