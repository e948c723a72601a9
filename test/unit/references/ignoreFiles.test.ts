import assert from 'node:assert/strict';
import { IgnoreFiles } from '../../../src/references/ignoreFiles.ts';

describe('IgnoreFiles', () => {
  it('excludes what tools generate', () => {
    const ignored = new IgnoreFiles();
    assert.ok(ignored.has('/site/node_modules', true));
    assert.ok(ignored.has('/site/packages/a/dist', true));
    assert.ok(ignored.has('/site/js/main.min.js', false));
    assert.ok(!ignored.has('/site/dist', false));
    assert.ok(!ignored.has('/site/.github', true));
  });

  it('reads patterns as Git does', () => {
    const ignored = new IgnoreFiles();
    const lines = [
      '# comment',
      '\\#note',
      'top/*.txt',
      '/only',
      'deep/**/end',
      'all/**',
      'folder/',
      'name?.[jt]s',
      '{x}',
      'trailing  \r',
      '!back.log',
      '*.log',
      '!keep.log',
      'open[',
    ];
    ignored.add('/a', lines.join('\n'));
    const files = ['#note', 'top/a.txt', 'only', 'deep/end', 'deep/1/2/end', 'all/x', 'b/name1.js', '{x}'];
    for (const file of [...files, 'trailing', 'Only', 'back.log', 'b/c.log']) {
      assert.ok(ignored.has(`/a/${file}`, false), file);
    }
    for (const file of [
      'comment',
      'b/top/a.txt',
      'top/b/a.txt',
      'b/only',
      'folder',
      'x',
      'keep.log',
      'open[',
    ]) {
      assert.ok(!ignored.has(`/a/${file}`, false), file);
    }
    assert.ok(ignored.has('/a/b/folder', true));
  });

  it('applies each .gitignore to its folder, the nearest one first', () => {
    const ignored = new IgnoreFiles();
    ignored.add('/site', '*.log\n/public/generated/\ndrafts\n');
    ignored.add('/site/pages', '!keep.log\n');
    assert.ok(ignored.has('/site/a.log', false));
    assert.ok(ignored.has('/site/public/generated', true));
    assert.ok(ignored.has('/site/pages/drafts', true));
    assert.ok(!ignored.has('/site/pages/keep.log', false));
    assert.ok(ignored.has('/site/pages/other.log', false));
    assert.ok(!ignored.has('/site/pages/public/generated', true));
  });
});
