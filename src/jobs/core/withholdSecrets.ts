import { mapFault } from '../../contract/faults/fault.ts';
import { isSecretOption, withoutSecrets } from '../../contract/options.ts';
import type { Job, JobState } from './job.ts';

/**
 * The job as it may be stored: with the names of secret options but not their values, and without secrets in the
 * service's texts.
 */
export function withholdSecrets(job: Job): Job {
  const { options = {} } = job;
  const secrets = Object.entries(options).filter(([name]) => isSecretOption(name));
  if (secrets.length === 0) return job;
  return {
    ...job,
    options: withoutSecrets(options),
    withheldOptions: secrets.map(([name]) => name),
    state: secrets.reduce((state, [, value]) => withoutValue(state, value), job.state),
  };
}

function withoutValue(state: JobState, value: unknown): JobState {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  if (!('problem' in state) || state.problem === undefined || text === '') return state;
  const { detail, fault } = state.problem;
  const without = (said: string): string => said.replaceAll(text, '•••');
  return {
    ...state,
    problem: {
      ...state.problem,
      detail: without(detail),
      ...(fault && { fault: mapFault(fault, without) }),
    },
  };
}
