import { strictOptions } from '../../api/options.ts';
import { lossless } from '../../images/options.ts';
import { ofJpeg, pageOptions } from '../fromImages/options.ts';
import { commonOptions } from '../options.ts';

/** Those of pages that are made of pictures, and the password that opens PDFs which are locked. */
export const combiningOptions = strictOptions({
  ...pageOptions,
  lossless,
  metadata: ofJpeg,
  password: commonOptions.password,
});
