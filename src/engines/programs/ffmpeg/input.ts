import type { EngineWork } from '../../api/work.ts';
import { own } from '../../../util/own.ts';
import { openBytes } from '../../lib/byteSource.ts';
import { paddedBytes } from '../../audio/pcm/wave.ts';
import { checkIsoMedia } from '../../lib/media/isoMedia.ts';
import { demuxers } from './formats.ts';

/**
 * Returns arguments that make FFmpeg read a file with only one demuxer.
 * @throws ConversionError if the file refers to other files, which FFmpeg would silently skip
 */
export function inputArguments({ from, inputPath }: EngineWork): string[] {
  const demuxer = own(demuxers, from);
  if (demuxer === undefined) throw new Error(`Unsupported source format: ${from}`);
  if (demuxer === 'mov') checkTracks(inputPath);
  return [
    ['-nostdin', '-hide_banner', '-y'],
    // Prevents FFmpeg from opening the files and addresses that a playlist disguised as a video refers to.
    ['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer, '-f', demuxer],
    from === 'wav' ? decoderOf(inputPath) : [],
    ['-i', `file:${inputPath}`],
  ].flat();
}

/** Returns the decoder for padded samples, which FFmpeg would misread as samples without padding. */
function decoderOf(path: string): string[] {
  const file = openBytes(path);
  try {
    const bytes = paddedBytes(file);
    return bytes === undefined ? [] : ['-c:a', `pcm_s${bytes * 8}le`];
  } catch (error) {
    // FFmpeg itself reports a file that is truncated in its header.
    if (error instanceof RangeError) return [];
    throw error;
  } finally {
    file.dispose();
  }
}

function checkTracks(path: string): void {
  const file = openBytes(path);
  try {
    checkIsoMedia(file);
  } finally {
    file.dispose();
  }
}
