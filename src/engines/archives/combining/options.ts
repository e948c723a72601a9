import { strictOptions } from '../../api/options.ts';
import { writing } from '../options.ts';

export const zipOptions = strictOptions(writing('zip'));
