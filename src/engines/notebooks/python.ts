import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { readJson } from '../data/json.ts';
import { type Notebook, type PlainCell, tagsIn } from './notebook.ts';

/** A line that starts a cell in a Python script: `# %%`, optionally with a title and `[markdown]` for text. */
const cellStart = /^#[ \t]*%%/;

/** Writes a notebook as a Python script with `# %%` cells, which VS Code, Spyder, and Jupytext can read. */
export function writePython({ language, cells }: Notebook): string {
  if (!/^i?python[23]?$/.test(language)) throw new ConversionError(fault('notebook.language', language));
  return cells
    .map((cell) => {
      const { kind, source } = cell;
      const start = `# %%${titleOf(cell)}${kind === 'code' ? '' : ` [${kind}]`}${tagsOf(cell)}`;
      const text = source.replaceAll(/\r\n?/g, '\n').trimEnd();
      if (kind === 'code') return `${start}\n${plainPython(text)}\n`;
      const lines = text.split('\n').map((line) => (line === '' ? '#' : `# ${line}`));
      return `${start}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

function titleOf({ title = '' }: PlainCell): string {
  const text = title.replaceAll(/[\s[\]=]+/g, ' ').trim();
  return text === '' ? '' : ` ${text}`;
}

function tagsOf({ tags = [] }: PlainCell): string {
  return tags.length === 0 ? '' : ` tags=[${tags.map((tag) => JSON.stringify(tag)).join(', ')}]`;
}

/** Replaces IPython's special syntax with equivalent function calls. */
function plainPython(source: string): string {
  const [first = '', ...others] = source.split('\n');
  const [magic, cellMagic = ''] = /^%%(\w+)/.exec(first) ?? [];
  if (magic !== undefined) {
    return callOf('run_cell_magic', cellMagic, first.slice(magic.length).trim(), others.join('\n'));
  }
  const state = new CodeState();
  return [first, ...others]
    .map((line) => {
      const call = state.isStatement ? ipythonCall(line) : undefined;
      if (call === undefined) state.read(line);
      // Comments out a code line that looks like the start of a cell.
      return call ?? line.replace(cellStart, '# $&');
    })
    .join('\n');
}

function ipythonCall(line: string): string | undefined {
  const [, start = '', sign, command = ''] = /^(\s*(?:[\w.]+[ \t]*=[ \t]*)?)([%!])(.*)$/.exec(line) ?? [];
  if (sign === '!')
    return start + callOf(start.includes('=') ? 'getoutput' : 'system', command.replace(/^!/, ''));
  if (sign === '%') {
    const [name] = /^\w+/.exec(command) ?? [];
    return name && start + callOf('run_line_magic', name, command.slice(name.length).trim());
  }
  const [, about = ''] = /^\s*\??([\w.]+)\?{0,2}$/.exec(line) ?? [];
  return about !== '' && line.includes('?') ? callOf('run_line_magic', 'pinfo', about) : undefined;
}

/** Writes a function call. JSON strings are valid in Python, except for lone surrogates. */
function callOf(name: string, ...values: readonly string[]): string {
  return `get_ipython().${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`;
}

const tokens = /\\.|"""|'''|["'#([{}\])]|\\$/g;

/** Tracks strings and brackets in Python code to know which lines start a statement. */
class CodeState {
  #quote: string | undefined;
  #depth = 0;
  #isContinued = false;

  get isStatement(): boolean {
    return this.#quote === undefined && this.#depth === 0 && !this.#isContinued;
  }

  read(line: string): void {
    this.#isContinued = false;
    for (const [token] of line.matchAll(tokens)) {
      if (token === '\\') this.#isContinued = true;
      else if (this.#quote !== undefined) {
        if (token === this.#quote) this.#quote = undefined;
      } else if (token === '#') break;
      else if (/^["']/.test(token)) this.#quote = token;
      else if (/[([{]/.test(token)) this.#depth += 1;
      else if (/[)\]}]/.test(token)) this.#depth = Math.max(0, this.#depth - 1);
    }
    // Only triple-quoted strings continue on the next line.
    if (this.#quote?.length === 1 && !this.#isContinued) this.#quote = undefined;
  }
}

const header = /^# ---\n(?:#.*\n)*?# ---\n/;

/** Splits a Python script into cells. A script without cell markers is one cell. */
export function cellsOfPython(text: string): PlainCell[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(header, '').split('\n');
  const starts = lines.flatMap((line, at) => (cellStart.test(line) ? [at] : []));
  const before = cellOf('', lines.slice(0, starts[0]));
  const cells = starts.map((at, index) => cellOf(lines[at] ?? '', lines.slice(at + 1, starts[index + 1])));
  return [...(before.source === '' ? [] : [before]), ...cells];
}

function cellOf(start: string, lines: readonly string[]): PlainCell {
  const source = lines.join('\n').replace(/^\n+/, '').trimEnd();
  const [, kind] = /\[(markdown|md|raw)\]/.exec(start) ?? [];
  const [, tags] = /\stags=(\[[^[\]]*\])/.exec(start) ?? [];
  // The title ends at the kind of cell, or at the first of its settings.
  const [title = ''] = start.replace(cellStart, '').split(/\[|\s[\w.]+=/, 1);
  const about = {
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    ...(tags === undefined ? {} : { tags: readTags(tags) }),
  };
  if (kind === undefined)
    return { kind: 'code', source: source.replaceAll(/^# (#[ \t]*%%)/gm, '$1'), ...about };
  return { kind: kind === 'raw' ? 'raw' : 'markdown', source: uncommented(source), ...about };
}

function readTags(list: string): string[] {
  try {
    return tagsIn(readJson(list));
  } catch {
    // The list isn't JSON, so it isn't one that Jupytext writes.
    return [];
  }
}

/** Returns the text of a Markdown cell, which may be in comments or in a triple-quoted string. */
function uncommented(source: string): string {
  const [, quoted, other] = /^r?(?:"""\n?([^]*)"""|'''\n?([^]*)''')$/.exec(source) ?? [];
  return (quoted ?? other)?.trimEnd() ?? source.replaceAll(/^# ?/gm, '');
}
