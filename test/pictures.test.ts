import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  filmFile,
  indexFile,
  maxFilmBytes,
  maxShippedBytes,
  type PictureIndex,
} from '../tools/screenshots/pictures.ts';
import { contributedTitles } from '../tools/screenshots/titles.ts';

const index: PictureIndex = JSON.parse(readFileSync(indexFile, 'utf8'));
const again = 'run `npm run screenshots`';

describe('The pictures', () => {
  it('show no outdated text of package.json', () => {
    const titles = new Set(contributedTitles().values());
    const gone = Object.entries(index).flatMap(([file, shown]) =>
      shown
        .filter((title) => !titles.has(title))
        .map((title) => `${file} shows “${title}”, which is called so no longer: ${again}`),
    );
    assert.deepEqual(gone, []);
  });

  it('exist, each made by its script', () => {
    const files = globSync(['docs/pictures/*.{png,gif}', 'media/walkthrough/*.png']).map((file) =>
      file.split(path.sep).join('/'),
    );
    assert.deepEqual(files.toSorted(), Object.keys(index).toSorted(), `Then ${again}.`);
  });

  it('stay small', () => {
    const sizes = Object.keys(index).map((file) => ({ file, bytes: statSync(file).size }));
    const large = sizes.filter(({ file, bytes }) => file.startsWith('media/') && bytes > maxShippedBytes);
    assert.deepEqual(large, []);
    assert.ok(statSync(filmFile).size <= maxFilmBytes);
  });
});
