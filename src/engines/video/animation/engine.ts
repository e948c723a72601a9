import type { EngineDescription } from '../../api/engineDescription.ts';
import { animationConversions } from './rows.ts';

/** Animated pictures as videos of H.264. */
export const animationVideo = {
  id: 'animationVideo',
  load: async () => (await import('../../mediaBundle.ts')).convertAnimation,
  time: 'pixels',
  memory: 'unfolded',
  conversions: animationConversions,
} as const satisfies EngineDescription;
