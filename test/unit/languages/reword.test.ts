import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reworded, writeReworded } from '../../../tools/languages/reword.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const project: Readonly<Record<string, string>> = {
  'src/text.ts': `say('Can\\'t read it.'); say('Cancel'); say('Cancel all'); say('convert'); run('convert'); sayCount(1, { one: '{0} job', other: '{0} jobs' });\n`,
  'l10n/bundle.l10n.de.json': json({
    "Can't read it.": 'Nicht lesbar.',
    Cancel: 'Abbrechen',
    'Cancel all': 'Alle abbrechen',
    convert: 'umwandeln',
    '{0} jobs/one': '{0} Auftrag',
    '{0} jobs/other': '{0} Aufträge',
  }),
  'package.nls.json': json({ command: 'Show Every Running Job' }),
  'package.nls.de.json': json({ command: 'Alle laufenden Aufträge anzeigen' }),
  'docs/page.md': 'Click **Cancel**. Cancel is safe. **Show Every Running\nJob** lists them.\n',
  'test/page.test.ts': `click('Cancel'); find("Cancel all"); click('Show Every Running Job (2)');\n`,
  'CHANGELOG.md': '- **Cancel** is new.\n',
};

describe('The change of a sentence', () => {
  const folder = useTemporaryFolder();

  beforeEach(() => {
    for (const [file, content] of Object.entries(project)) {
      mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
      writeFileSync(path.join(folder.path, file), content);
    }
  });

  function changes(old: string, wanted: string): Record<string, string> {
    writeReworded(folder.path, reworded(folder.path, old, wanted));
    const contents = Object.keys(project).map((file) => [
      file,
      readFileSync(path.join(folder.path, file), 'utf8'),
    ]);
    return Object.fromEntries(contents.filter(([file = '', content]) => content !== project[file]));
  }

  it('reaches code, translations, documents and tests, but no longer text that contains the words', () => {
    assert.deepEqual(changes('Cancel', 'Stop'), {
      'src/text.ts': project['src/text.ts']?.replace(`'Cancel'`, `'Stop'`),
      'l10n/bundle.l10n.de.json': json({
        "Can't read it.": 'Nicht lesbar.',
        'Cancel all': 'Alle abbrechen',
        Stop: 'Abbrechen',
        convert: 'umwandeln',
        '{0} jobs/one': '{0} Auftrag',
        '{0} jobs/other': '{0} Aufträge',
      }),
      'docs/page.md': project['docs/page.md']?.replace('**Cancel**', '**Stop**'),
      'test/page.test.ts': project['test/page.test.ts']?.replace(`'Cancel'`, `'Stop'`),
    });
  });

  it('finds a sentence of package.nls.json within other text and across lines', () => {
    assert.deepEqual(changes('Show Every Running Job', 'Show Jobs'), {
      'package.nls.json': json({ command: 'Show Jobs' }),
      'docs/page.md': 'Click **Cancel**. Cancel is safe. **Show Jobs** lists them.\n',
      'test/page.test.ts': `click('Cancel'); find("Cancel all"); click('Show Jobs (2)');\n`,
    });
  });

  it('escapes quotes, and keeps the categories of a counted message', () => {
    assert.match(
      changes("Can't read it.", "Couldn't read it.")['src/text.ts'] ?? '',
      /say\('Couldn\\'t read it\.'\)/,
    );
    assert.match(changes('{0} jobs', '{0} tasks')['l10n/bundle.l10n.de.json'] ?? '', /"\{0\} tasks\/other"/);
  });

  it('leaves identifiers alone', () => {
    assert.match(changes('convert', 'turn')['src/text.ts'] ?? '', /say\('turn'\); run\('convert'\);/);
  });

  it('refuses a sentence that is shown nowhere, and one that is taken', () => {
    assert.throws(() => reworded(folder.path, 'Cancel is safe.', 'Stop is safe.'), /isn't a sentence/);
    for (const taken of ['Cancel all', '{0} jobs', 'Show Every Running Job'])
      assert.throws(() => reworded(folder.path, 'Cancel', taken), /already in use/);
  });
});

function json(texts: Readonly<Record<string, string>>): string {
  return `${JSON.stringify(texts, null, 2)}\n`;
}
