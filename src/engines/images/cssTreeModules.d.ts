// Types for css-tree, which has none. Only the parts that are used here are declared.

declare module 'css-tree/parser' {
  export interface CssNode {
    readonly type: string;
    readonly loc: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };
    /** Only set for functions, at-rules, and pseudo-classes. */
    readonly name: string;
    /** Only set for declarations. */
    readonly property: string;
    readonly important?: boolean | string;
    /** The text of a leaf, or the parsed value of a declaration. */
    readonly value: string | CssNode;
    /** The selectors or conditions of a rule. `null` for at-rules without conditions. */
    readonly prelude: CssNode | null;
    readonly block: CssNode;
    readonly children: Iterable<CssNode>;
  }
  interface ParseOptions {
    readonly context: 'declarationList' | 'stylesheet' | 'value';
    readonly positions: true;
  }
  export default function parse(text: string, options: ParseOptions): CssNode;
}

declare module 'css-tree/walker' {
  import type { CssNode } from 'css-tree/parser';

  export default function walk(root: CssNode, visit: (node: CssNode) => void): void;
}
