import { type PollPace, pollPace } from '../../../src/contract/dialect.ts';

/** For a local service that represents the network: it doesn't report ended jobs. */
export const fastPace: PollPace = {
  small: { ...pollPace.small, fromMs: 100, toMs: 150 },
  medium: { ...pollPace.medium, fromMs: 250, toMs: 400 },
  large: { ...pollPace.large, fromMs: 500, toMs: 1000 },
};
