/** Consecutive letters in one style. */
export interface TextRun {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Address of the link that the letters belong to. */
  readonly link: string | undefined;
  /** True for small letters above the baseline, such as the number of a footnote. */
  readonly isRaised?: true;
  /** The footnote that this run refers to. */
  readonly note?: Footnote;
}

/** A footnote with its number in the document. */
export interface Footnote {
  readonly number: number;
  readonly runs: readonly TextRun[];
}

const plain = { bold: false, italic: false, link: undefined } as const;

/**
 * Appends a run after a space. A space between runs of different styles gets no style, because bold or italic spaces
 * would break Markdown.
 */
export function append(runs: TextRun[], space: string, run: TextRun): void {
  const last = runs.at(-1);
  if (last === undefined) runs.push(run);
  else if (isLike(last, run)) runs[runs.length - 1] = { ...last, text: last.text + space + run.text };
  else if (space === '') runs.push(run);
  else if (isLike(run, { ...plain, text: '' })) runs.push({ ...run, text: space + run.text });
  else {
    append(runs, '', { ...plain, text: space });
    runs.push(run);
  }
}

export function textOf(runs: readonly TextRun[]): string {
  return runs.map(({ text }) => text).join('');
}

function isLike(a: TextRun, b: TextRun): boolean {
  const isSame = a.bold === b.bold && a.italic === b.italic && a.link === b.link;
  return isSame && a.isRaised === b.isRaised && a.note === b.note;
}
