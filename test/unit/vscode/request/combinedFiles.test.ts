import assert from 'node:assert/strict';
import type { SelectedFile } from '../../../../src/planning/possibilities.ts';
import { combinedFiles } from '../../../../src/vscode/request/combinedFiles.ts';

const root = 'file:///home/ada';
const picked = (path: string): SelectedFile => ({
  uri: `${root}/${path}`,
  format: undefined,
  inFolder: false,
  neverUploaded: false,
});
/** A file in a selected folder, which is in the folder `pickedIn`. */
const within = (pickedIn: string, path: string): SelectedFile => ({
  ...picked(path),
  inFolder: true,
  pickedIn,
});
const at = (uri: string): SelectedFile => ({ ...picked(''), uri });
const paths = (files: readonly SelectedFile[], order: 'picked' | 'name' = 'picked'): string[] =>
  combinedFiles(files, order).sources.map(({ path }) => path);

describe('combinedFiles', () => {
  it('keeps the order of selection, or sorts names naturally', () => {
    const files = ['10.png', 'b.png', '2.png', 'A.png'].map((name) => picked(`pics/${name}`));
    assert.deepEqual(paths(files), ['10.png', 'b.png', '2.png', 'A.png']);
    assert.deepEqual(paths(files, 'name'), ['2.png', '10.png', 'A.png', 'b.png']);
    assert.equal(combinedFiles(files, 'name').sources[0]?.uri, `${root}/pics/2.png`);
  });

  it('names files of one folder after it, and puts the result beside them', () => {
    const { folder, stem } = combinedFiles([picked('My%20pics/a.png'), picked('My%20pics/b.png')], 'picked');
    assert.deepEqual({ folder, stem }, { folder: `${root}/My%20pics`, stem: 'My pics' });
  });

  it('keeps folders below the common one', () => {
    const files = [picked('a/x%20y.png'), picked('b/c/x.png')];
    assert.deepEqual(paths(files), ['a/x y.png', 'b/c/x.png']);
    assert.equal(combinedFiles(files, 'picked').folder, `${root}/a`);
  });

  it('names the result after a selected folder, and puts it beside that', () => {
    const files = [within(root, 'trip/day1/a.jpg'), within(root, 'trip/b.jpg')];
    const { folder, stem } = combinedFiles(files, 'picked');
    assert.deepEqual({ folder, stem }, { folder: root, stem: 'trip' });
    assert.deepEqual(paths(files), ['trip/day1/a.jpg', 'trip/b.jpg']);
  });

  it('stays in a workspace folder that was selected whole', () => {
    const files = [within(`${root}/work`, 'work/a.jpg'), within(`${root}/work`, 'work/sub/b.jpg')];
    const { folder, stem } = combinedFiles(files, 'picked');
    assert.deepEqual({ folder, stem }, { folder: `${root}/work`, stem: 'work' });
    assert.deepEqual(paths(files), ['a.jpg', 'sub/b.jpg']);
  });

  it('names the ZIP of one file after that file', () => {
    const { stem } = combinedFiles([picked('docs/letter.tar.gz')], 'picked');
    assert.equal(stem, 'letter');
  });

  it('finds a name if no folder has one', () => {
    assert.equal(combinedFiles([at('file:///a.png'), at('file:///b.png')], 'picked').stem, 'a');
    assert.equal(combinedFiles([at('file:///c%3A/a.png'), at('file:///c%3A/b.png')], 'picked').stem, 'a');
    const files = [at('file:///a/x.png'), at('vscode-vfs://github/r/x.png')];
    assert.deepEqual(paths(files), ['x.png', 'x.png']);
  });
});
