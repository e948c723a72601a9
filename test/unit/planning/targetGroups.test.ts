import assert from 'node:assert/strict';
import { groupTargets } from '../../../src/planning/targetGroups.ts';

/** The groups with their formats. Those that are hidden at first have an asterisk. */
function grouped(
  formats: readonly string[],
  recent: readonly string[],
  some: readonly string[] = [],
  sources: readonly string[] = ['png'],
): string[] {
  const targets = [
    ...formats.map((format) => ({ format, isForAll: true })),
    ...some.map((format) => ({ format, isForAll: false })),
  ];
  return groupTargets(targets, recent, sources).map(
    ({ title, isRare, targets: members }) =>
      `${title}${isRare ? '*' : ''}: ${members.map(({ format }) => format).join(' ')}`,
  );
}

describe('groupTargets', () => {
  it('puts the latest first, then common formats, then the rest by kind and name', () => {
    const formats = ['unheard-of', 'pdb', 'xpm', 'webp', 'bmp', 'jpg', 'png', 'tga'];
    assert.deepEqual(grouped(formats, ['tga', 'png']), [
      'recent: tga png',
      'common: jpg webp',
      'images*: bmp xpm',
      'ebooks*: pdb',
      'other*: unheard-of',
    ]);
  });

  it('shows only the three latest formats apart', () => {
    const formats = ['jpg', 'png', 'webp', 'avif', 'bmp'];
    assert.deepEqual(grouped(formats, ['avif', 'bmp', 'webp', 'jpg']), [
      'recent: avif bmp webp',
      'common: jpg png',
    ]);
  });

  it('hides no formats if they are few, or all there are', () => {
    assert.deepEqual(grouped(['jpg', 'bmp', 'tga', 'xpm'], []), ['common: jpg', 'images: bmp tga xpm']);
    const rare = ['bmp', 'dds', 'tga', 'xpm'];
    assert.deepEqual(grouped(rare, []), ['images: bmp dds tga xpm']);
    assert.deepEqual(grouped([...rare, 'jpg'], []), ['common: jpg', 'images*: bmp dds tga xpm']);
  });

  it('keeps formats apart that suit only some of the files', () => {
    const rare = ['bmp', 'dds', 'tga', 'xpm'];
    assert.deepEqual(grouped(['jpg'], ['png'], ['png', ...rare]), [
      'common: jpg',
      'forSome: png',
      'forSome*: bmp dds tga xpm',
    ]);
  });

  it('begins with what most people want from files of this kind', () => {
    const formats = [
      'jpg',
      'png',
      'gif',
      'pdf',
      'docx',
      'txt',
      'xlsx',
      'csv',
      'json',
      'yaml',
      'mp3',
      'mp4',
      'webm',
    ];
    const firstFor = (...sources: string[]): string[] => {
      const [group = ''] = grouped(
        formats.filter((format) => !sources.includes(format)),
        [],
        [],
        sources,
      );
      return group.split(' ').slice(1, 4);
    };
    assert.deepEqual(firstFor('mov'), ['mp4', 'webm', 'gif']);
    assert.deepEqual(firstFor('docx'), ['pdf', 'txt', 'jpg']);
    assert.deepEqual(firstFor('pdf'), ['docx', 'txt', 'jpg']);
    assert.deepEqual(firstFor('sqlite'), ['xlsx', 'csv', 'json']);
    assert.deepEqual(firstFor('ods'), ['xlsx', 'csv', 'json']);
    assert.deepEqual(firstFor('svg'), ['png', 'pdf', 'jpg']);
    assert.deepEqual(firstFor('heic'), ['jpg', 'png', 'gif']);
    assert.deepEqual(firstFor('md', 'mov'), ['jpg', 'png', 'gif']);
  });

  it('puts the format that images have already last, which resizes them', () => {
    assert.deepEqual(grouped(['jpg', 'webp', 'pdf'], [], [], ['jpg']), ['common: webp pdf jpg']);
    assert.deepEqual(grouped(['jpg', 'webp', 'pdf'], [], [], ['jpg', 'png']), ['common: jpg webp pdf']);
  });

  it('leaves out earlier choices that aren’t possible now', () => {
    assert.deepEqual(grouped(['json'], ['webp']), ['common: json']);
  });
});
