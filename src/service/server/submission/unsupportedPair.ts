import type { ServiceError } from '../../../contract/errors.ts';
import { isProgramId, programs } from '../../../engines/programs/programs.ts';
import { engineOf } from '../../../engines/registry.ts';
import { serviceError } from '../../faults.ts';

/** The error for an unavailable pair. Names the program that would make the pair available. */
export function unsupportedPair(from: string, to: string): ServiceError {
  const engine = engineOf(from, to);
  const missing = engine !== undefined && isProgramId(engine) ? ` without ${programs[engine].name}` : '';
  return serviceError('conversions.unsupported_pair', `${from} can’t be converted to ${to}${missing}.`);
}
