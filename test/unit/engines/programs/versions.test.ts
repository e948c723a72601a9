import assert from 'node:assert/strict';
import { isBefore } from '../../../../src/engines/programs/vulnerabilities.ts';
import { type ProgramId, programs } from '../../../../src/engines/programs/programs.ts';

/** The answers of programs, and the versions that they contain. */
const answers: readonly (readonly [id: ProgramId, said: string, version: string | undefined])[] = [
  ['ffmpeg', 'ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026\nbuilt with gcc 12.2.0', '5.1.9'],
  ['ffmpeg', 'ffmpeg version n7.1 Copyright', '7.1'],
  ['ffmpeg', 'ffmpeg version 8.1.2-full_build-www.gyan.dev Copyright', '8.1.2'],
  [
    'ffmpeg',
    'ffmpeg version 2026-01-05-git-19c95ecbff-essentials Copyright\nbuilt with gcc 14.2.0',
    undefined,
  ],
  ['ffmpeg', 'ffmpeg version N-118193-g5f38c82536-20260101 Copyright\nbuilt with gcc 14.2.0', undefined],
  ['libreoffice', 'LibreOffice 7.4.7.2 40(Build:2)\n\n', '7.4.7.2'],
  ['libreoffice', 'Warning: failed to launch javaldx\nLibreOffice 26.2.3.1 bb3cfa12c7b1\n', '26.2.3.1'],
  ['pandoc', 'pandoc 2.17.1.1\nCompiled with pandoc-types 1.22.2.1', '2.17.1.1'],
  ['pandoc', 'pandoc.exe 3.6\r\nFeatures: +server +lua\r\n', '3.6'],
  ['calibre', 'ebook-convert (calibre 6.13.0)\nCreated by: Kovid Goyal', '6.13.0'],
  ['calibre', 'ebook-convert.exe (calibre 9.10)\r\n', '9.10'],
  ['ghostscript', '10.00.0\n', '10.00.0'],
  ['ghostscript', '10.06.0\r\n', '10.06.0'],
  ['ghostscript', 'Unrecoverable error', undefined],
  ['tesseract', 'tesseract 5.3.0\n leptonica-1.82.0\n', '5.3.0'],
  ['tesseract', 'tesseract v5.5.0.20241111\r\n leptonica-1.85.0\r\n', '5.5.0.20241111'],
];

describe('A program’s version', () => {
  for (const [id, said, version] of answers) {
    it(`is ${version ?? 'unknown'} for ${JSON.stringify(said.split('\n')[0])}`, () => {
      assert.equal(programs[id].version.answer.exec(said)?.[1], version);
    });
  }

  it('is ordered by its numbers', () => {
    const ordered = ['9.4.0', '9.10.0', '10.00.0', '10.03.1', '10.06'];
    ordered.forEach((left, index) => {
      ordered.forEach((right, other) =>
        assert.equal(isBefore(left, right), index < other, `${left} ${right}`),
      );
    });
    assert.ok(!isBefore('8.1', '8.1.0') && !isBefore('8.1.0', '8.1'));
  });
});
