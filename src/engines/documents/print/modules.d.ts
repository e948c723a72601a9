/** A font that the build copies next to the bundle. The import is the name of the copied file. */
declare module '*.ttf' {
  const fileName: string;
  export default fileName;
}

/** Parts of pdfmake that its types omit (CommonJS modules with a default export). */
declare module 'pdfmake/js/LayoutBuilder.js' {
  import type { KeptTogether } from './layout.ts';
  import type { Line } from 'pdfmake/js/Renderer.js';
  export interface Node {
    /** The space at the end of a page that the block needs to begin there, in points. */
    readonly needs?: number;
    readonly pageOrientation?: string;
  }
  export interface Leaf extends Node {
    readonly keeps?: KeptTogether;
    readonly _maxWidth?: number;
    _inlines?: { readonly height: number }[];
    waiting?: { readonly inlines: readonly { readonly height: number }[]; next: number };
  }
  export interface Builder {
    readonly writer: {
      context(): {
        readonly page: number;
        readonly y: number;
        readonly pageMargins: { readonly top: number };
        readonly availableWidth: number;
        availableHeight: number;
      };
      moveToNextPage(orientation?: string): void;
      setMaxListeners(count: number): void;
    };
    buildNextLine(node: Leaf): Line | null;
  }
  const module: {
    default: {
      prototype: {
        processNode(this: Builder, node: Node, ...rest: readonly unknown[]): void;
        processLeaf(this: Builder, node: Leaf): void;
        buildNextLine(this: Builder, node: Leaf): Line | null;
      };
    };
  };
  export default module;
}

declare module 'pdfmake/js/PDFDocument.js' {
  const module: {
    default: { prototype: { font(...source: readonly unknown[]): unknown } };
  };
  export default module;
}

declare module 'pdfmake/js/Renderer.js' {
  import type { InlineDrawing, PlacedIds } from './layout.ts';
  export interface Inline {
    x: number;
    width: number;
    text: string;
    trailingCut: number;
    readonly drawing?: InlineDrawing;
    readonly anchors?: PlacedIds;
    /** The embedding level of the Unicode Bidirectional Algorithm. */
    readonly level?: number;
  }
  export interface Line {
    inlines: Inline[];
    inlineWidths: number;
    leadingCut: number;
    trailingCut: number;
    getHeight(): number;
    getAscenderHeight(): number;
  }
  interface Svg {
    readonly svg: string;
    readonly x: number;
    readonly y: number;
    readonly _width: number;
    readonly _height: number;
  }
  interface PdfDocument {
    addNamedDestination(name: string, fit: 'XYZ', x: number, y: number, zoom: null): void;
    provideImage(name: string): void;
    link(x: number, y: number, width: number, height: number, address: string): void;
    goTo(x: number, y: number, width: number, height: number, id: string): void;
    image(
      name: string,
      x: number,
      y: number,
      size: { readonly width: number; readonly height: number },
    ): void;
  }
  interface Renderer {
    readonly pdfDocument: PdfDocument;
    renderLine(line: Line, x: number, y: number): void;
    renderSVG(svg: Svg): void;
  }
  const module: { default: { prototype: Renderer } };
  export default module;
}

/** The parts of the Unicode Bidirectional Algorithm in use. Its own types don't describe its CommonJS module. */
declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(
      text: string,
      base: 'ltr' | 'rtl' | 'auto',
    ): { readonly levels: Uint8Array; readonly paragraphs: readonly { readonly level: number }[] };
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
