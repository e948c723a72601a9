import type { JobFault } from '../../engines/api/jobFault.ts';

/** What a job fails with where an engine, or the service, went wrong in a way that it has no sentence for. */
export const internalFault: JobFault = { code: 'conversion.failed', detail: 'The conversion failed.' };
