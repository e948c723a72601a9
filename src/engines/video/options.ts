import * as z from 'zod/mini';
import { optionPatterns } from '../../contract/options.ts';
import { option, strictOptions } from '../api/options.ts';
import { qualityOption } from '../lib/qualityOption.ts';

export const videoDefaults = { background: '#ffffff', quality: 75 } as const;

export const animationVideoOptions = strictOptions({
  background: option(z.string().check(z.regex(optionPatterns.color)), {
    description: 'Background of transparent images',
    default: videoDefaults.background,
  }),
  quality: qualityOption({ default: videoDefaults.quality }),
});
