import {
  AdtsOutputFormat,
  FlacOutputFormat,
  MkvOutputFormat,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  OggOutputFormat,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

/** Metadata goes to the front for files small enough to be kept in memory until then. */
const maxFastStartBytes = 64 * 1024 ** 2;

/** A format's container writer. `bytes` is the approximate file size. */
export function outputFormat(to: string, bytes: number): OutputFormat {
  const fastStart = bytes <= maxFastStartBytes ? 'in-memory' : false;
  switch (to) {
    case 'mp4':
    case 'm4a':
      return new Mp4OutputFormat({ fastStart });
    case 'mov':
      return new MovOutputFormat({ fastStart });
    case 'mkv':
    case 'mka':
      return new MkvOutputFormat();
    case 'webm':
    case 'weba':
      return new WebMOutputFormat();
    case 'ts':
      return new MpegTsOutputFormat();
    case 'aac':
      return new AdtsOutputFormat();
    case 'flac':
      return new FlacOutputFormat();
    case 'mp3':
      return new Mp3OutputFormat();
    case 'ogg':
    case 'opus':
      return new OggOutputFormat();
    case 'wav':
      return new WavOutputFormat();
    default:
      throw new Error(`No container for ${to}`);
  }
}
