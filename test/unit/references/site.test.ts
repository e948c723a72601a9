import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatOfFileName } from '../../../src/contract/formats/naming.ts';
import { formatById } from '../../../src/contract/formats/table.ts';
import { type Project, type References, referencesIn } from '../../../src/references/references.ts';

const folder = 'test/fixtures/site';
const files = globSync('**/*.*', { cwd: `${folder}/before` }).map((file) => file.split(path.sep).join('/'));

const project: Project = {
  top: '/site',
  replacements: [
    { from: '/site/img/hero.png', to: '/site/img/hero.webp' },
    { from: '/site/public/logo.png', to: '/site/public/logo.webp' },
  ],
  isFile: async () => false,
  mediaTypeOf: (name) => formatById(formatOfFileName(name) ?? '')?.mediaType,
};

function textOf(step: 'before' | 'after', file: string): string {
  return readFileSync(path.join(folder, step, file), 'utf8');
}

async function found(step: 'before' | 'after', file: string): Promise<References> {
  return referencesIn({ path: `/site/${file}`, text: textOf(step, file) }, project);
}

describe('References in a site', () => {
  for (const file of files) {
    it(`lead to the replacements of pictures, in ${file}`, async () => {
      const { edits } = await found('before', file);
      const updated = edits.reduceRight(
        (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
        textOf('before', file),
      );
      assert.equal(updated, textOf('after', file));
    });
  }

  it('are left alone if they are up to date', async () => {
    const again = await Promise.all(files.map((file) => found('after', file)));
    assert.deepEqual(
      again.flatMap(({ edits }) => edits),
      [],
    );
  });

  it('are uncertain if a string has no leading folder', async () => {
    const all = await Promise.all(files.map((file) => found('before', file)));
    const doubtful = all.flatMap(({ edits }, index) =>
      edits.flatMap(({ isSure }) => (isSure ? [] : files[index])),
    );
    assert.deepEqual(
      doubtful.filter((file) => file !== undefined).toSorted((a, b) => a.localeCompare(b)),
      ['data/pictures.json', 'data/site.yml', 'index.html', 'site.webmanifest', 'site.webmanifest'],
    );
  });
});
