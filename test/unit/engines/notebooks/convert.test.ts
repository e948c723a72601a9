import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../../../src/contract/fault.ts';
import { convertNotebook } from '../../../../src/engines/notebooks/convert.ts';
import { notebook as fixture } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const fence = '```';

function notebook(cells: readonly object[], metadata: object = {}): string {
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells });
}

const code = (source: string, ...outputs: readonly object[]): object => ({
  cell_type: 'code',
  execution_count: 1,
  metadata: {},
  source,
  outputs,
});
const shown = (data: object): object => ({ output_type: 'display_data', metadata: {}, data });

const call = (name: string, ...values: string[]): string =>
  `get_ipython().${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`;

describe('Notebooks', () => {
  const folder = useTemporaryFolder();

  async function run(
    from: string,
    text: string | Buffer,
    to: string,
    options: Record<string, unknown> = {},
  ): Promise<string> {
    const [inputPath, outputPath] = [
      path.join(folder.path, `in.${from}`),
      path.join(folder.path, `out.${to}`),
    ];
    await writeFile(inputPath, text);
    const work = { inputBytes: 0, fileName: `in.${from}`, from, to, options, inputPath, outputPath } as const;
    await convertNotebook({ ...work, tool: 'convert', engine: 'notebooks' });
    return readFile(outputPath, 'utf8');
  }

  const python = async (source: string): Promise<string> =>
    (await run('ipynb', notebook([code(source)]), 'py')).replace(/^# %%\n/, '').trimEnd();
  const markdown = async (output: object): Promise<string> =>
    (await run('ipynb', notebook([code('', output)]), 'md')).trimEnd();

  describe('converted to scripts', () => {
    it('contain calls instead of IPython’s own syntax', async () => {
      assert.equal(await python('%time f(1)'), call('run_line_magic', 'time', 'f(1)'));
      assert.equal(await python('if a:\n    !ls "b"'), `if a:\n    ${call('system', 'ls "b"')}`);
      assert.equal(await python('a = !ls'), `a = ${call('getoutput', 'ls')}`);
      assert.equal(await python('print?'), call('run_line_magic', 'pinfo', 'print'));
      assert.equal(await python('%%bash -e\nls\n'), call('run_cell_magic', 'bash', '-e', 'ls'));
    });

    it('leave strings and continued lines alone', async () => {
      for (const source of [
        'a = """\n%time\n!ls\n"""',
        "a = '''\"\n%time\n'''",
        'a = (b\n% c)',
        'a = b \\\n% c',
        "a = 'b\\\n!c'",
        '# it’s (\na = [  # ]\n!b]',
      ]) {
        assert.equal(await python(source), source);
      }
      assert.match(await python("a = '('  # (\n%b"), /\nget_ipython\(\)/);
    });

    it('become the same notebooks again', async () => {
      const text = await readFile(fixture('harbour.py'), 'utf8');
      assert.equal(await run('ipynb', await run('py', text, 'ipynb'), 'py'), text);
      const comment = code('#%% not a cell\n# %% [markdown]');
      const back = await run('py', await run('ipynb', notebook([comment]), 'py'), 'ipynb');
      assert.match(back, /"source": \[\s*"#%% not a cell\\n",\s*"# %% \[markdown\]"\s*\]/);
    });

    it('keep the titles and tags of cells', async () => {
      const script = [
        '# %% Load data tags=["parameters", "first"]\na = 1\n',
        '# %% Notes [markdown]\n# Text\n',
        '# %% tags=["last"]\nb = 2\n',
      ].join('\n');
      const made = await run('py', script, 'ipynb');
      const { cells } = JSON.parse(made);
      assert.deepEqual(
        cells.map(({ metadata }: { metadata: unknown }) => metadata),
        [{ tags: ['parameters', 'first'], title: 'Load data' }, { title: 'Notes' }, { tags: ['last'] }],
      );
      assert.equal(await run('ipynb', made, 'py'), script);
    });

    it('must be written in Python', async () => {
      const text = notebook([code('1')], { kernelspec: { name: 'ir', display_name: 'R', language: 'R' } });
      await assert.rejects(run('ipynb', text, 'py'), { code: 'conversion.invalid_input', message: /in r,/ });
    });
  });

  it('can be made from scripts in other styles', async () => {
    const header = '# ---\n# jupyter:\n#   kernelspec: {}\n# ---\n\n';
    const text = `${header}import a\r\n\r\n#%% Title [md]\r\n"""\r\nText\r\n"""\r\n# %% b="c"\r\nd\r\n# %% [markdown]\n'''\nMore\n'''\n`;
    const { cells } = JSON.parse(await run('py', text, 'ipynb'));
    assert.deepEqual(
      cells.map(({ cell_type, source }: { cell_type: string; source: string[] }) => [cell_type, ...source]),
      [
        ['code', 'import a'],
        ['markdown', 'Text'],
        ['code', 'd'],
        ['markdown', 'More'],
      ],
    );
  });

  it('can be made from Markdown, with its Python in code cells', async () => {
    const text = `a\n\n~~~py\nb\n${fence}\n~~~\n${fence}{code-cell} ipython3\nc\n${fence}\n${fence}js\n${fence}python\n${fence}\n`;
    const { cells } = JSON.parse(await run('md', text, 'ipynb'));
    assert.deepEqual(
      cells.map(({ cell_type, source }: { cell_type: string; source: string[] }) => [
        cell_type,
        source.join(''),
      ]),
      [
        ['markdown', 'a'],
        ['code', `b\n${fence}`],
        ['code', 'c'],
        ['markdown', `${fence}js\n${fence}python\n${fence}`],
      ],
    );
  });

  describe('converted to Markdown', () => {
    it('show the best form of each output: a table, a picture, a formula, or text', async () => {
      const png = 'iVBORw0K';
      const table =
        '<style>a{}</style><table><tr><th>a|b</th></tr><tr><td>1</td></tr></table><script>x()</script>';
      assert.equal(
        await markdown(shown({ 'text/html': table, 'text/plain': 'x' })),
        '| a\\|b |\n| --- |\n| 1 |',
      );
      assert.equal(
        await markdown(shown({ 'image/png': [`${png}\n`], 'text/plain': 'x' })),
        `![](data:image/png;base64,${png})`,
      );
      assert.equal(
        await markdown(shown({ 'image/svg+xml': '<svg/>', 'text/plain': 'x' })),
        '![](data:image/svg+xml;base64,PHN2Zy8+)',
      );
      assert.equal(await markdown(shown({ 'text/latex': ['$', 'x$'], 'text/plain': 'x' })), '$x$');
      assert.equal(
        await markdown(shown({ 'text/html': '<script>plot()</script>', 'text/plain': `${fence}\n<b>` })),
        `${fence}\`\n${fence}\n<b>\n${fence}\``,
      );
      assert.equal(
        await markdown(shown({ 'image/png': ')\n<script>', 'text/plain': 'x' })),
        `${fence}\nx\n${fence}`,
      );
    });

    it('leave out terminal colors', async () => {
      const error = {
        output_type: 'error',
        ename: 'E',
        evalue: 'v',
        traceback: ['\u001b[0;31mE\u001b[0m: v'],
      };
      assert.equal(await markdown(error), `${fence}\nE: v\n${fence}`);
      assert.equal(await markdown({ ...error, traceback: [] }), `${fence}\nE: v\n${fence}`);
    });

    it('leave out outputs or pictures if asked to', async () => {
      const text = await readFile(fixture('harbour.ipynb'));
      const [all, bare, textual] = [
        await run('ipynb', text, 'md'),
        await run('ipynb', text, 'md', { outputs: false }),
        await run('ipynb', text, 'md', { pictures: false }),
      ];
      const counts = [all, bare, textual].map((each) => [
        each.split('data:').length,
        each.split('apples').length,
      ]);
      assert.deepEqual(counts, [
        [3, 2],
        [2, 1],
        [1, 2],
      ]);
    });
  });

  it('show the pictures that are attached to a cell, also in HTML', async () => {
    const attachments = { 'a b.png': { 'image/png': 'AAAA' } };
    const source =
      '![a](attachment:a%20b.png) <img width="9" src="attachment:a%20b.png"> <img src="attachment:c.png">';
    const text = notebook([{ cell_type: 'markdown', metadata: {}, attachments, source }]);
    const uri = 'data:image/png;base64,AAAA';
    assert.equal(
      await run('ipynb', text, 'md'),
      `![a](${uri}) <img width="9" src="${uri}"> <img src="attachment:c.png">\n`,
    );
    assert.equal(await run('ipynb', text, 'md', { pictures: false }), 'a\n');
  });

  it('are refused if they refer to an attached picture thousands of times', async () => {
    const attachments = { 'a.png': { 'image/png': Buffer.alloc(100_000, 1).toString('base64') } };
    const source = '![a](attachment:a.png)\n'.repeat(4000);
    const cell = { cell_type: 'markdown', metadata: {}, attachments, source };
    await assert.rejects(run('ipynb', notebook([cell]), 'md'), { fault: fault('document.depth') });
  });

  it('are refused if they are damaged, too old, or too deep', async () => {
    const invalid = { code: 'conversion.invalid_input' };
    for (const text of [
      '',
      '[]',
      '{"nbformat":4}',
      '{"nbformat":4,"cells":[1]}',
      '{"nbformat":4,"cells":[{}]}',
      '{',
    ]) {
      await assert.rejects(run('ipynb', text, 'md'), invalid, text);
    }
    await assert.rejects(run('ipynb', '{"nbformat":3,"worksheets":[]}', 'md'), {
      code: 'conversion.unsupported_kind',
    });
    const deep = notebook([code('a')]).replace('"a"', `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    await assert.rejects(run('ipynb', deep, 'md'), { code: 'conversion.limit_exceeded' });
    await assert.rejects(run('ipynb', notebook([]), 'html'), { code: 'conversion.invalid_input' });
  });

  it('convert hostile texts before their time limit', async () => {
    const many = 100_000;
    for (const part of [
      '`',
      '![',
      '![a](attachment:',
      '\n',
      '#',
      '# %%\n',
      '"""',
      '%',
      '!',
      '\\',
      '(',
      '\u001b[',
      ' ',
      'a=',
    ]) {
      const text = part.repeat(many);
      await run('ipynb', notebook([code(text, shown({ 'text/plain': text, 'text/html': text }))]), 'md');
      await run('ipynb', notebook([code(text)]), 'py');
      await run('py', text, 'ipynb');
      await run('md', text, 'ipynb');
    }
  });
});
