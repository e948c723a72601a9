// css-tree has no types of its own. These are the two modules that `styles.ts` uses.

declare module 'css-tree/tokenizer' {
  type Name =
    | 'AtKeyword'
    | 'Function'
    | 'LeftParenthesis'
    | 'RightParenthesis'
    | 'Semicolon'
    | 'String'
    | 'Url'
    | 'WhiteSpace';
  export const tokenTypes: Readonly<Record<Name, number>>;
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
}

declare module 'css-tree/utils' {
  interface Codec {
    /** Decodes the escapes in a token. */
    decode(token: string): string;
  }
  export const string: Codec;
  export const url: Codec;
}
