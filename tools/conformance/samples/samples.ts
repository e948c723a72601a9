import { blankPdf } from './pdf.ts';
import { tinyPng } from './png.ts';

/** A small real file that any server with its format can process for one credit. */
export interface Sample {
  readonly format: string;
  readonly name: string;
  readonly content: Buffer;
}

/** All samples, in order of preference. */
export const samples: readonly Sample[] = [
  sample('png', tinyPng()),
  sample(
    'svg',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" fill="#246"/></svg>',
    ),
  ),
  sample('pdf', blankPdf(1)),
  sample('html', Buffer.from('<!DOCTYPE html><title>Sample</title><p>A paragraph.</p>')),
  sample('md', Buffer.from('# Sample\n\nA paragraph.\n')),
  sample('csv', Buffer.from('name,count\napple,1\npear,2\n')),
  sample('txt', Buffer.from('A line of text.\n')),
];

function sample(format: string, content: Buffer): Sample {
  return { format, name: `sample.${format}`, content };
}
