import type { Loss } from '../../contract/losses.ts';
import { once } from '../../util/once.ts';
import { oneCredit } from './cost.ts';
import type { ConversionRow } from './row.ts';

/** The usual row of a pair: it costs one credit, and is lossy if it has losses. Its options are built once, on demand. */
export function conversionRow(
  from: string,
  to: string,
  losses: readonly Loss[],
  options: ConversionRow['options'],
): ConversionRow {
  return { from, to, lossy: losses.length > 0, losses, cost: oneCredit, options: once(options) };
}
