import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOnPath } from '../../../../test/support/command.ts';

const run = promisify(execFile);
const maxBuffer = 64 * 1024 ** 2;

/** Reads a PDF, and returns HTML. */
export interface Peer {
  readonly name: string;
  readonly read: (pdf: string) => Promise<string>;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function output(program: string, args: readonly string[]): Promise<string> {
  return (await run(program, args, { maxBuffer })).stdout;
}

const peers: readonly (Peer & { readonly program: string })[] = [
  {
    program: 'pdftotext',
    name: 'pdftotext -layout',
    read: async (pdf) => escaped(await output('pdftotext', ['-layout', pdf, '-'])),
  },
  {
    program: 'pdftohtml',
    name: 'pdftohtml',
    read: async (pdf) => output('pdftohtml', ['-q', '-i', '-s', '-noframes', '-stdout', pdf]),
  },
  {
    program: 'mutool',
    // Gets the output of `mutool convert`, which can't write it to a pipe.
    name: 'mutool draw',
    read: async (pdf) => output('mutool', ['draw', '-q', '-F', 'html', pdf]),
  },
];

/** The installed programs that read the text of PDFs. */
export function installedPeers(): readonly Peer[] {
  return peers.filter(({ program }) => findOnPath(program) !== undefined);
}
