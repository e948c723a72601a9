import type { PdfDocument } from '../document.ts';
import { withMemory } from '../memory.ts';
import { keyOf, type Outline } from './headings.ts';

const maxTitles = 5000;
const maxDepth = 6;
const maxTitleBytes = 1024;

/** Returns the titles of a document's outline and their levels. */
export function outlineOf({ pdfium, handle }: PdfDocument): Outline {
  const outline = new Map<string, number>();
  let left = maxTitles;
  const visit = (parent: number, level: number): void => {
    if (level > maxDepth) return;
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(handle, parent);
    for (; bookmark !== 0 && left > 0; bookmark = pdfium.FPDFBookmark_GetNextSibling(handle, bookmark)) {
      left -= 1;
      const key = keyOf(titleOf(bookmark));
      if (key !== '' && !outline.has(key)) outline.set(key, level);
      visit(bookmark, level + 1);
    }
  };
  visit(0, 1);
  return outline;

  function titleOf(bookmark: number): string {
    return withMemory(pdfium, maxTitleBytes, (buffer) => {
      const bytes = pdfium.FPDFBookmark_GetTitle(bookmark, buffer, maxTitleBytes);
      return bytes > 2 && bytes <= maxTitleBytes ? pdfium.pdfium.UTF16ToString(buffer) : '';
    });
  }
}
