import { strictOptions } from '../../api/options.ts';
import { lossless } from '../../images/options.ts';
import { jpegMetadataOption, pageOptions } from '../fromImages/options.ts';
import { commonOptions } from '../options.ts';

/** Options for pages made from pictures, and the password of locked PDFs. */
export const combiningOptions = strictOptions({
  ...pageOptions,
  lossless,
  metadata: jpegMetadataOption,
  password: commonOptions.password,
});
