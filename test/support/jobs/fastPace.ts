import { type PollPace, pollPace } from '../../../src/contract/dialect.ts';

/** The polling pace for a local service that stands in for the network, which doesn't report ended jobs on its own. */
export const fastPace: PollPace = {
  small: { ...pollPace.small, fromMs: 100, toMs: 150 },
  medium: { ...pollPace.medium, fromMs: 250, toMs: 400 },
  large: { ...pollPace.large, fromMs: 500, toMs: 1000 },
};
