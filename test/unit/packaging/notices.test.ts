import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { thirdPartyNotices } from '../../../tools/packaging/notices.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('thirdPartyNotices', () => {
  const root = useTemporaryFolder();

  const packageOf = (facts: object, files: Readonly<Record<string, string>> = {}): string => {
    const folder = path.join(root.path, 'package');
    mkdirSync(folder);
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ name: 'one', version: '1.2.3', ...facts }),
    );
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    return folder;
  };

  it('name a package, its source, what ships of it, and its licenses', async () => {
    const facts = { license: 'MIT AND OFL-1.1', repository: { url: 'https://example.com/one' } };
    const folder = packageOf(facts, {
      LICENSE: 'Of the code',
      LICENSE_FONT: 'Of the font',
      'README.md': 'Else',
    });
    assert.equal(
      await noticesOf(folder, 'one.ttf', 'one.wasm'),
      `# Third-party notices

## one 1.2.3: MIT AND OFL-1.1

Source: https://example.com/one

Files: one.ttf, one.wasm

Of the code

Of the font
`,
    );
  });

  it('include the text of a license that a package only names, with its copyright', async () => {
    const notices = await noticesOf(packageOf({ license: 'MIT', author: 'Some One' }));
    assert.match(notices, /^Copyright \(c\) Some One\n\nPermission is hereby granted/m);
  });

  it('include a long license text once, at the end', async () => {
    const folder = packageOf({ license: 'LGPL-3.0-or-later' });
    const notices = await thirdPartyNotices([
      { folder, files: [] },
      { folder, files: [] },
    ]);
    assert.equal(notices.split('The license texts of LGPL-3.0 and GPL-3.0 are at the end.').length, 3);
    assert.equal(notices.split('\n# LGPL-3.0\n').length, 2);
    assert.match(notices, /\n# GPL-3\.0\n\n\s+GNU GENERAL PUBLIC LICENSE/);
  });

  it('can’t be made without a license’s text', async () => {
    const folder = packageOf({ license: 'Something-1.0' });
    await assert.rejects(noticesOf(folder), /one has no license text \(Something-1\.0\)/);
  });
});

async function noticesOf(folder: string, ...files: string[]): Promise<string> {
  return thirdPartyNotices([{ folder, files }]);
}
