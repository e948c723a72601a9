/** The marks at the beginning or end of a block of code in Markdown. */
export const codeFence = /^ {0,3}(`{3,}|~{3,})/;

/** Returns a function that is called with the lines of Markdown in order, and returns `true` for code and its fences. */
export function codeLines(): (line: string) => boolean {
  let open: string | undefined;
  return (line) => {
    const [, marks] = codeFence.exec(line) ?? [];
    if (marks !== undefined && (open === undefined || line.trim().startsWith(open))) {
      open = open === undefined ? marks : undefined;
    }
    return open !== undefined || marks !== undefined;
  };
}
