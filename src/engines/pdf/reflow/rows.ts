import { once } from '../../../util/once.ts';
import { creditPerPage } from '../../api/cost.ts';
import { strictOptions } from '../../api/options.ts';
import type { ConversionRow } from '../../api/row.ts';
import type { DocumentTarget } from '../../documents/formats.ts';
import { paperOptionsOf } from '../../documents/options.ts';
import { commonOptions } from '../options.ts';
import { pdfPages } from '../pages/engine.ts';

const targets: readonly DocumentTarget[] = ['html', 'md', 'docx', 'odt', 'rtf', 'epub'];

/** A PDF says where letters stand, and little of what they are. */
const losses = ['layout', 'pictures', 'tables', 'lists', 'notes', 'rightToLeft'] as const;

export const pdfReflows = (): readonly ConversionRow[] =>
  targets.map((to) => ({
    from: 'pdf',
    to,
    lossy: true,
    losses,
    cost: creditPerPage(pdfPages),
    options: once(() => strictOptions({ ...commonOptions, ...paperOptionsOf(to) })),
  }));
