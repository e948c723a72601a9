import type { PdfDocument } from '../document.ts';
import { withMemory } from '../memory.ts';

/** An element of a page's structure tree (ISO 32000-1, 14.7). */
export interface TaggedElement {
  /** The standard structure type, such as `P` or `H1`. */
  readonly type: string;
  /** Child elements, and the numbers of marked content. */
  readonly children: readonly (TaggedElement | number)[];
  readonly description: string;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

const maxDepth = 64;
const maxElements = 20_000;
const maxNameBytes = 1024;
const maxSpan = 1000;

/** Returns the elements on an open page, or an empty list if the document isn't tagged. */
export function elementsOn(document: PdfDocument, page: number): TaggedElement[] {
  const { pdfium } = document;
  const tree = pdfium.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return [];
  let left = maxElements;
  const elementOf = (element: number, depth: number): TaggedElement | undefined => {
    left -= 1;
    if (element === 0 || left < 0 || depth > maxDepth) return undefined;
    const count = pdfium.FPDF_StructElement_CountChildren(element);
    const children: (TaggedElement | number)[] = [];
    for (let at = 0; at < count && left > 0; at += 1) {
      const tag = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, at);
      const child =
        tag >= 0 ? tag : elementOf(pdfium.FPDF_StructElement_GetChildAtIndex(element, at), depth + 1);
      left -= 1;
      if (child !== undefined) children.push(child);
    }
    const type = textFrom(document, (buffer, bytes) =>
      pdfium.FPDF_StructElement_GetType(element, buffer, bytes),
    );
    const isCell = type === 'TD' || type === 'TH';
    return {
      type,
      children,
      description:
        type === 'Figure'
          ? textFrom(document, (buffer, bytes) =>
              pdfium.FPDF_StructElement_GetAltText(element, buffer, bytes),
            ).replaceAll(/\p{Cc}+/gu, ' ')
          : '',
      rowSpan: isCell ? spanOf(document, element, 'RowSpan') : 1,
      columnSpan: isCell ? spanOf(document, element, 'ColSpan') : 1,
    };
  };
  try {
    const count = pdfium.FPDF_StructTree_CountChildren(tree);
    return Array.from({ length: Math.min(count, maxElements) }, (_, at) =>
      elementOf(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at), 0),
    ).filter((element) => element !== undefined);
  } finally {
    pdfium.FPDF_StructTree_Close(tree);
  }
}

/** Returns the numbers of the marked content in elements, in order. */
export function tagsOf(children: readonly (TaggedElement | number)[]): number[] {
  return children.flatMap((child) => (typeof child === 'number' ? [child] : tagsOf(child.children)));
}

function spanOf({ pdfium }: PdfDocument, element: number, name: string): number {
  for (let at = 0; at < Math.min(16, pdfium.FPDF_StructElement_GetAttributeCount(element)); at += 1) {
    const attributes = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, at);
    const value = attributes === 0 ? 0 : pdfium.FPDF_StructElement_Attr_GetValue(attributes, name);
    if (value === 0) continue;
    return withMemory(pdfium, 4, (number) =>
      pdfium.FPDF_StructElement_Attr_GetNumberValue(value, number)
        ? Math.min(maxSpan, Math.max(1, Math.round(pdfium.pdfium.getValue(number, 'float'))))
        : 1,
    );
  }
  return 1;
}

/** Reads a null-terminated UTF-16 string from PDFium. */
function textFrom({ pdfium }: PdfDocument, read: (buffer: number, bytes: number) => number): string {
  return withMemory(pdfium, maxNameBytes, (buffer) => {
    const bytes = read(buffer, maxNameBytes);
    return bytes > 2 && bytes <= maxNameBytes ? pdfium.pdfium.UTF16ToString(buffer) : '';
  });
}
