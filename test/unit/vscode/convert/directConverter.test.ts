import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { DirectConverter, DocumentReader } from '../../../../src/vscode/convert/directConverter.ts';
import type { LocalService } from '../../../../src/vscode/localService/localService.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('DocumentReader', () => {
  const folder = useTemporaryFolder();

  it('says what this document has that its text lacks, and marks the pictures that it leaves out', async () => {
    const document = path.join(folder.path, 'a.docx');
    await writeFile(document, 'document');
    const local: Pick<LocalService, 'convert' | 'probe'> = {
      convert: async ({ outputPath, options }) => {
        assert.deepEqual(options, { pictures: false, pictureMarks: true });
        await writeFile(outputPath, 'text');
        return { fileName: 'a.md', losses: ['comments', 'charts', 'layout', 'news'] };
      },
      probe: async ({ inputPath, fileName }) => {
        assert.equal(await readFile(inputPath, 'utf8'), 'document');
        assert.equal(fileName, 'a.docx');
        return { charts: false, comments: false, layout: true, pictures: true };
      },
    };
    const converter = new DirectConverter(local);
    const reader = new DocumentReader(new DiskFileStore(), local, converter);
    assert.deepEqual(await reader.read(pathToFileURL(document).href, new AbortController().signal), {
      text: 'text',
      losses: { certain: ['layout', 'pictures'], possible: ['news'] },
    });
    converter.dispose();
  });
});
