import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openImage } from '../../../../src/engines/images/open.ts';
import { sample } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('openImage', () => {
  const folder = useTemporaryFolder();

  it('draws nothing into an SVG that lies beside it', async () => {
    copyFileSync(sample('cat.png'), path.join(folder.path, 'cat.png'));
    const file = path.join(folder.path, 'input');
    writeFileSync(
      file,
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="cat.png" width="9" height="9"/></svg>',
    );
    const { image } = await openImage(file);
    assert.deepEqual([...new Set(await image.raw().toBuffer())], [0]);
  });
});
