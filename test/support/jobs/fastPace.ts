import { type PollPace, pollPace } from '../../../src/contract/dialect.ts';

/** For a service on this computer that stands for the network: it does not say when a job has ended. */
export const fastPace: PollPace = {
  small: { ...pollPace.small, fromMs: 100, toMs: 150 },
  medium: { ...pollPace.medium, fromMs: 250, toMs: 400 },
  large: { ...pollPace.large, fromMs: 500, toMs: 1000 },
};
