/** A font that the build copies next to the bundle. The import is the name of the copied file. */
declare module '*.ttf' {
  const fileName: string;
  export default fileName;
}

/** Parts of pdfmake that its types omit (CommonJS modules with a default export). */
declare module 'pdfmake/js/LayoutBuilder.js' {
  import type { KeptTogether } from './layout.ts';
  import type { Line } from 'pdfmake/js/Renderer.js';
  export interface Leaf {
    readonly keeps?: KeptTogether;
    readonly pageOrientation?: string;
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
    };
    buildNextLine(node: Leaf): Line | null;
  }
  const module: {
    default: {
      prototype: {
        processLeaf(this: Builder, node: Leaf): void;
        buildNextLine(this: Builder, node: Leaf): Line | null;
      };
    };
  };
  export default module;
}

declare module 'pdfmake/js/Renderer.js' {
  import type { InlineFormula } from './layout.ts';
  export interface Line {
    readonly inlines: readonly { readonly x: number; readonly formula?: InlineFormula }[];
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
  const module: {
    default: { prototype: { renderLine(line: Line, x: number, y: number): void; renderSVG(svg: Svg): void } };
  };
  export default module;
}
