import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compressSvg } from '../../../../src/engines/svg/compress.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const comment = '<!-- a comment that is long enough -->';

describe('compressSvg', () => {
  const folder = useTemporaryFolder();

  async function compressed(svg: string, options: Record<string, unknown> = {}): Promise<string> {
    const [inputPath, outputPath] = [path.join(folder.path, 'in.svg'), path.join(folder.path, 'out.svg')];
    await writeFile(inputPath, svg);
    const work = { tool: 'compress', engine: 'svgCompression', from: 'svg', to: 'svg' } as const;
    const file = { inputBytes: svg.length, fileName: 'in.svg', inputPath, outputPath };
    await compressSvg({ ...work, ...file, options });
    return readFile(outputPath, 'utf8');
  }

  // SVGO moves the style of a group to its only shape, where it overrides the shape's own attribute.
  for (const [name, content] of [
    ['color', '<g style="fill:red"><path fill="#0a0" d="M10 10h40v10h-40z"/></g>'],
    ['opacity', '<g style="fill-opacity:.3"><path fill-opacity=".9" d="M10 10h40v10h-40z"/></g>'],
  ] as const) {
    it(`keeps the ${name} of a small shape`, async () => {
      const start = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">';
      assert.equal(await compressed(`${start}${comment}${content}</svg>`), `${start}${content}</svg>`);
    });
  }

  it('removes comments from drawings whose selectors SVGO can’t read', async () => {
    const start = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80">';
    const content = '<style>100%{fill:red}</style><path d="M10 10h40v10h-40z"/>';
    assert.equal(await compressed(`${start}${comment}${content}</svg>`), `${start}${content}</svg>`);
  });
});
