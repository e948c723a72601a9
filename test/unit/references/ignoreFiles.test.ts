import assert from 'node:assert/strict';
import { IgnoreFiles } from '../../../src/references/ignoreFiles.ts';

describe('IgnoreFiles', () => {
  it('leaves out what tools generate', () => {
    const ignored = new IgnoreFiles('/site');
    assert.ok(ignored.has('/site/node_modules', true));
    assert.ok(ignored.has('/site/packages/a/dist', true));
    assert.ok(ignored.has('/site/js/main.min.js', false));
    assert.ok(!ignored.has('/site/dist', false));
    assert.ok(!ignored.has('/site/.github', true));
  });

  it('obeys each .gitignore for what is below it, and the nearest one first', () => {
    const ignored = new IgnoreFiles('/site');
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
