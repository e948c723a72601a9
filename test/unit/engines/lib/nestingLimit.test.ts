import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { walkMarkup } from '../../../../src/engines/lib/markup.ts';
import { NestingLimit } from '../../../../src/engines/lib/nestingLimit.ts';
import { document } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const tooDeep = {
  code: 'conversion.limit_exceeded',
  message: 'The document’s elements are nested more than 256 levels deep.',
};

describe('NestingLimit', () => {
  const folder = useTemporaryFolder();

  function look(from: string, text: string): void {
    const file = path.join(folder.path, 'file');
    writeFileSync(file, text);
    walkMarkup(file, from, [new NestingLimit(from)]);
  }

  it('refuses endlessly nested HTML, closed or not', () => {
    for (const tag of ['div', 'blockquote', 'ul><li', 'table><tr><td', 'section', 'made-up']) {
      assert.throws(() => look('html', `<${tag}>`.repeat(1000)), tooDeep, tag);
      look('html', `<${tag}>`.repeat(250));
    }
    assert.throws(() => look('html', `${'<div>'.repeat(300)}x${'</div>'.repeat(300)}`), tooDeep);
  });

  it('accepts HTML with many unclosed siblings', () => {
    for (const text of [
      '<p>one<p>two',
      '<p><font size="2">one',
      '<li><b>one',
      '<td><center>one</td>',
      '<br><hr><img>',
      '<div>one</div>',
      '<!-- <div> -->',
      '<script>"<div>"</script>',
    ]) {
      look('html', text.repeat(2000));
    }
  });

  it('gives up if matching unclosed elements would take minutes', () => {
    look('html', '<b>'.repeat(100_000) + '</i>'.repeat(1_000_000));
  });

  it('counts each XML element', () => {
    assert.throws(() => look('dbk', '<para>'.repeat(1000)), tooDeep);
    look('dbk', `<a>${'<b><c/></b>'.repeat(10_000)}</a>`);
  });

  it('checks each part of a package', () => {
    for (const name of ['voyage.docx', 'voyage.odt', 'voyage.pptx', 'voyage.epub']) {
      const from = path.extname(name).slice(1);
      walkMarkup(document(name), from, [new NestingLimit(from)]);
    }
  });

  it('leaves other and damaged files to their converter', () => {
    for (const [from, text] of [
      ['md', '<div>'.repeat(1000)],
      ['docx', 'PK\u0003\u0004 no zip'],
      ['doc', 'anything'],
      ['dbk', '<<< >'],
      ['html', ''],
    ] as const) {
      look(from, text);
    }
  });
});
