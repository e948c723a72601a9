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

/** Up to this size, a file is kept in memory until it is complete, so that its metadata can be written first. */
const maxFastStartBytes = 64 * 1024 ** 2;

/** Returns the container format for writing a file of approximately `bytes` bytes. */
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
      throw new Error(`Unsupported container format: ${to}`);
  }
}
