import * as z from 'zod/mini';
import { once } from '../../util/memoize.ts';
import {
  type Compression,
  type Conversion,
  type EngineDescription,
  oneCredit,
  usualConversion,
} from '../api/engineDescription.ts';
import { option, strictOptions } from '../api/options.ts';
import { documentRow, ownOptionShapeOf, pictures } from '../documents/documents.ts';
import { losslessWithout } from '../lib/compressionOptions.ts';
import { archiveShape } from '../officeArchives/officeArchives.ts';

const documentTargets = ['md', 'html', 'docx', 'odt', 'rtf', 'epub', 'txt', 'pdf'] as const;

const outputs = option(z.boolean(), { description: 'Include cell outputs', default: true });

export const notebookOptions = z.object({ outputs });

/** Notebooks are converted to Markdown first, so they lose everything that Markdown does. */
const notebookConversions = (): readonly Conversion[] => [
  ...documentTargets.map((to) => {
    const further = to === 'md' ? [] : (documentRow('md', to)?.losses ?? []);
    const losses = ['interactiveOutputs', 'metadata', ...further] as const;
    return usualConversion('ipynb', to, losses, () =>
      strictOptions({ ...(to === 'md' ? { pictures } : ownOptionShapeOf('md', to)), outputs }),
    );
  }),
  usualConversion('ipynb', 'py', ['outputs', 'pictures', 'metadata'], () => strictOptions({})),
  ...['md', 'py'].map((from) => usualConversion(from, 'ipynb', [], () => strictOptions({}))),
];

const compressionShape = { ...archiveShape, outputs };

export const notebookCompressionOptions = z.object(compressionShape);

const notebookCompressions = (): readonly Compression[] => [
  {
    format: 'ipynb',
    lossy: true,
    cost: oneCredit,
    options: once(() =>
      strictOptions(compressionShape).check(losslessWithout('quality', 'maxWidth', 'maxHeight')),
    ),
  },
];

export const notebooks = {
  id: 'notebooks',
  load: async () => (await import('./convert.ts')).convertNotebook,
  time: 'texts',
  memory: 'texts',
  conversions: notebookConversions,
} as const satisfies EngineDescription;

/** Compresses Jupyter notebooks by reducing the size of pictures or removing outputs. */
export const notebookCompression = {
  id: 'notebookCompression',
  load: async () => (await import('./compress.ts')).compressNotebook,
  time: 'pixels',
  memory: 'texts',
  compressions: notebookCompressions,
} as const satisfies EngineDescription;
