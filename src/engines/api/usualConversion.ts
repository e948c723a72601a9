import type { Loss } from '../../contract/losses.ts';
import { once } from '../../util/once.ts';
import { oneCredit } from './cost.ts';
import type { Conversion } from './conversion.ts';

/**
 * Creates a conversion with the usual properties: it costs one credit and is lossy if it has losses. Its options are
 * built once, on demand.
 */
export function usualConversion(
  from: string,
  to: string,
  losses: readonly Loss[],
  options: Conversion['options'],
): Conversion {
  return { from, to, lossy: losses.length > 0, losses, cost: oneCredit, options: once(options) };
}
