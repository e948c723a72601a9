import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from '../command.ts';
import { document, image } from './fixtures.ts';
import { linkingDocument } from './linkingOffice.ts';
import { wav } from './wav.ts';

/** Targets that a program is tempted to use, and must not reach. */
export interface AttackTargets {
  /** The path of a secret file, without its extension. For each program, there is a variant that it can read. */
  readonly stem: string;
  /** A path where no file exists. */
  readonly outside: string;
  /** An address of this computer. */
  readonly url: string;
}

/** A program that does what its input file says, run without any protective arguments. */
interface ProgramAttack {
  readonly name: string;
  readonly program: string;
  /** Writes the files into the start folder, and returns the arguments of each run. */
  readonly runs: (home: string, targets: AttackTargets) => readonly (readonly string[])[];
}

export const secret = 'the secret of this computer';

/** Creates the files to steal. */
export function createAttackTargets({ stem }: AttackTargets): void {
  writeFileSync(`${stem}.txt`, secret);
  writeFileSync(`${stem}.png`, readFileSync(image('alpha.png')));
  writeFileSync(`${stem}.wav`, soundOf(Buffer.from(secret.padEnd(1000, '.'))));
}

/** A sound with these samples. */
const soundOf = (content: Buffer<ArrayBuffer>): Buffer =>
  wav({ channels: 1, rate: 8000, bits: 8, claimed: content.length, content });
const found = (name: string): string => findOnPath(name) ?? '';

/** A shell command that attacks the targets. */
const raid = ({ stem, outside, url }: AttackTargets): string =>
  `cat '${stem}.txt' >stolen; echo written >'${outside}'; /usr/bin/python3 -c "import urllib.request; urllib.request.urlopen('${url}/raid', timeout=5)"`;

export const programAttacks: readonly ProgramAttack[] = [
  {
    name: 'FFmpeg',
    program: found('ffmpeg'),
    runs: (home, { stem, outside, url }) => {
      const list = path.join(home, 'list.txt');
      writeFileSync(list, `ffconcat version 1.0\nfile '${stem}.wav'\n`);
      const quietly = ['-nostdin', '-v', 'error', '-y'];
      return [
        [...quietly, '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', 'stolen.wav'],
        [...quietly, '-i', `${url}/film.mp4`, 'film.mp4'],
        [...quietly, '-f', 'lavfi', '-i', 'anullsrc', '-t', '0.1', '-f', 'wav', outside],
      ];
    },
  },
  {
    name: 'LibreOffice',
    program: found('soffice'),
    runs: (home, { stem, outside }) => {
      const text = path.join(home, 'a.fodt');
      writeFileSync(text, linkingDocument('fodt', [`file://${stem}.png`]));
      const profile = `-env:UserInstallation=file://${home}/profile`;
      const to = (folder: string): string[] => [
        profile,
        '--headless',
        '--convert-to',
        'pdf',
        '--outdir',
        folder,
      ];
      return [
        [...to(home), text],
        [...to(`${outside}-folder`), text],
      ];
    },
  },
  {
    name: 'Pandoc',
    program: found('pandoc'),
    runs: (home, targets) => {
      const [text, filter] = [path.join(home, 'a.rst'), path.join(home, 'filter.lua')];
      writeFileSync(text, `a\n\n.. include:: ${targets.stem}.txt\n`);
      writeFileSync(filter, `os.execute(${JSON.stringify(raid(targets))})`);
      return [
        ['--from=rst', '--to=plain', '--output=included.txt', text],
        [`--lua-filter=${filter}`, '--from=rst', '--to=plain', '--output=filtered.txt', text],
      ];
    },
  },
  {
    name: 'Calibre',
    program: found('ebook-convert'),
    runs: (home, targets) => {
      const recipe = path.join(home, 'a.recipe');
      writeFileSync(recipe, `import os\nos.system(${JSON.stringify(raid(targets))})\nos._exit(0)\n`);
      return [[recipe, path.join(home, 'a.epub')]];
    },
  },
  {
    name: 'Ghostscript',
    program: found('gs'),
    runs: (home, targets) => {
      const page = path.join(home, 'a.ps');
      const command = raid(targets).replaceAll(/[()\\]/g, String.raw`\$&`);
      writeFileSync(page, `%!\n(%pipe%${command}) (w) file closefile\nshowpage\n`);
      return [['-dNOSAFER', '-dBATCH', '-dNOPAUSE', '-q', '-sDEVICE=pdfwrite', '-sOutputFile=a.pdf', page]];
    },
  },
  {
    name: 'Tesseract',
    program: found('tesseract'),
    // Tesseract takes a text file for a list of pictures, and quotes its lines in messages.
    runs: (_, { stem, outside, url }) => [
      [`${stem}.txt`, 'a', '-c', 'debug_file=stolen'],
      [`${stem}.txt`, 'b', '-c', `debug_file=${outside}`],
      [`${url}/page.png`, 'c'],
    ],
  },
];

/** The effect of each program on a harmless file in its start folder. */
export const harmlessRuns: Readonly<Record<string, (home: string) => readonly string[]>> = {
  FFmpeg: (home) => {
    writeFileSync(path.join(home, 'in.wav'), soundOf(Buffer.alloc(8000)));
    return ['-nostdin', '-v', 'error', '-y', '-i', 'in.wav', '-c:a', 'flac', 'made.flac'];
  },
  LibreOffice: (home) => {
    writeFileSync(path.join(home, 'made.docx'), readFileSync(document('voyage.docx')));
    return [`-env:UserInstallation=file://${home}/profile`, '--headless', '--convert-to', 'pdf', 'made.docx'];
  },
  Pandoc: (home) => {
    writeFileSync(path.join(home, 'in.md'), '# a\n');
    return ['--sandbox', '--standalone', '--output=made.html', 'in.md'];
  },
  Calibre: (home) => {
    writeFileSync(path.join(home, 'in.epub'), readFileSync(document('voyage.epub')));
    return [path.join(home, 'in.epub'), path.join(home, 'made.azw3')];
  },
  Ghostscript: (home) => {
    writeFileSync(path.join(home, 'in.pdf'), readFileSync(document('text.pdf')));
    return ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', '-sDEVICE=ps2write', '-sOutputFile=made.ps', 'in.pdf'];
  },
  Tesseract: (home) => {
    writeFileSync(path.join(home, 'in.png'), readFileSync(document('note.png')));
    return ['in.png', 'made'];
  },
};
