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

/** What a player must know first stands first, where holding the file in memory until then is no matter. */
const maxFastStartBytes = 64 * 1024 ** 2;

/** Writes the container of a format. `bytes` is about how large the file will be. */
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
