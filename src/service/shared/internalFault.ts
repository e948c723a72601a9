import { fault } from '../../contract/faults/fault.ts';

/** What a job fails with where an engine, or the service, went wrong in a way that it has no sentence for. */
export const internalFault = fault('conversion.failed');
