import { codeFence, codeLines } from '../codeFences.ts';

const delimiter = '$$';
const formulaStart = /^\$\$(?!\$)/;
/** The end of a formula, and the punctuation of its sentence. */
const formulaEnd = /\$\$([.,;]?)\s*$/;
const environmentStart =
  /^\\begin\{((?:align|alignat|eqnarray|equation|flalign|gather|multline)\*?|cases|[bpvBV]?matrix)\}/;
const maxFormulaLines = 200;

/** A formula that ends at a line. */
interface FormulaBlock {
  readonly tex: readonly string[];
  readonly last: number;
}

/**
 * Puts the delimiters of formulas in Markdown on lines of their own, since officeparser would otherwise read the text
 * up to the next formula as one. TeX environments without delimiters, which Jupyter and VS Code typeset, get them.
 */
export function withFormulaBlocks(markdown: string): string {
  if (!/^(?:\$\$|\\begin\{)/m.test(markdown)) return markdown;
  const lines = markdown.split(/\r?\n/);
  const written: string[] = [];
  const isCodeLine = codeLines();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isCode = isCodeLine(line);
    const formula = isCode ? undefined : (formulaAt(lines, at) ?? environmentAt(lines, at));
    if (formula !== undefined) {
      written.push(delimiter, ...formula.tex, delimiter);
      at = formula.last;
    } else if (isCode) written.push(line);
    // A delimiter without an end is text.
    else written.push(isOpen(line) ? line.replace(delimiter, String.raw`\$\$`) : line);
  }
  return written.join('\n');
}

/** True for a line that begins a formula and doesn't end it. */
function isOpen(line: string): boolean {
  return formulaStart.test(line) && !line.slice(delimiter.length).includes(delimiter);
}

function formulaAt(lines: readonly string[], at: number): FormulaBlock | undefined {
  const start = lines[at] ?? '';
  if (!isOpen(start)) return undefined;
  const tex = [start.slice(delimiter.length)];
  for (let last = at + 1; last <= at + maxFormulaLines; last += 1) {
    const line = lines[last];
    if (line === undefined || codeFence.test(line) || (isOpen(line) && !formulaEnd.test(line))) break;
    tex.push(line.replace(formulaEnd, '$1'));
    if (!formulaEnd.test(line)) continue;
    const shown = tex.filter((each) => each.trim() !== '');
    return shown.length === 0 ? undefined : { tex: shown, last };
  }
  return undefined;
}

function environmentAt(lines: readonly string[], at: number): FormulaBlock | undefined {
  const [, name] = environmentStart.exec(lines[at] ?? '') ?? [];
  if (name === undefined) return undefined;
  for (let last = at; last <= at + maxFormulaLines; last += 1) {
    const line = lines[last];
    if (line === undefined || line.trim() === '') return undefined;
    if (line.trimEnd().endsWith(`\\end{${name}}`)) return { tex: lines.slice(at, last + 1), last };
  }
  return undefined;
}
