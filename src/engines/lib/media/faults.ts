import { ConversionError } from '../../api/conversionError.ts';

export function damagedMedia(cause?: unknown): ConversionError {
  const detail = 'The file is damaged or no audio or video that can be read.';
  return new ConversionError('conversion.invalid_input', detail, { cause });
}

export function incompleteMedia(): ConversionError {
  const detail = 'The file ends before its film or sound does: get it again, whole.';
  return new ConversionError('conversion.invalid_input', detail);
}

/** The wish is a fair one, but beyond what the libraries here can do: the row's helper does it, where it is found. */
export function takesFfmpeg(reason: string): ConversionError {
  return new ConversionError('conversion.program_needed', `${reason}: that takes FFmpeg.`);
}

export function tooMuchMedia(detail: string): ConversionError {
  return new ConversionError('conversion.limit_exceeded', detail);
}
