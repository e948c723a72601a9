import { type PdfDocument, withPage } from '../document.ts';
import { withMemory } from '../memory.ts';
import { isMacOnly } from './macTable.ts';
import { withText } from './textPage.ts';

const sizeBytes = 4;
/** No font with a character table of 256 codes is larger. */
const maxFontBytes = 32 * 1024 ** 2;
const lastOfAscii = 0x7f;

/**
 * True if letters beyond ASCII use a TrueType font that has only a Macintosh character table. PDFium then interprets
 * their codes as Macintosh codes, even if the PDF declares them as Windows codes.
 */
export function hasMacFont(document: PdfDocument, index: number): boolean {
  const { pdfium } = document;
  return withPage(document, index, (page) =>
    withText(document, page, (text) => {
      const seen = new Set<number>();
      for (let at = 0, count = pdfium.FPDFText_CountChars(text); at < count; at += 1) {
        if (pdfium.FPDFText_GetUnicode(text, at) <= lastOfAscii) continue;
        const object = pdfium.FPDFText_GetTextObject(text, at);
        const font = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object);
        if (font === 0 || seen.has(font)) continue;
        seen.add(font);
        if (isMacOnly(fontFile(document, font))) return true;
      }
      return false;
    }),
  );
}

/** Returns the file of an embedded font, or an empty buffer if the font isn't embedded. */
function fontFile({ pdfium }: PdfDocument, font: number): Buffer {
  if (pdfium.FPDFFont_GetIsEmbedded(font) !== 1) return Buffer.alloc(0);
  return withMemory(pdfium, sizeBytes, (size) => {
    const bytes = pdfium.FPDFFont_GetFontData(font, 0, 0, size) ? pdfium.pdfium.getValue(size, 'i32') : 0;
    if (bytes <= 0 || bytes > maxFontBytes) return Buffer.alloc(0);
    return withMemory(pdfium, bytes, (content) => {
      pdfium.FPDFFont_GetFontData(font, content, bytes, size);
      return Buffer.from(pdfium.pdfium.HEAPU8.slice(content, content + bytes));
    });
  });
}
