import type { Work } from '../../api/work.ts';
import { own } from '../../../util/own.ts';
import { openBytes } from '../../lib/byteSource.ts';
import { paddedBytes } from '../../audio/pcm/wave.ts';
import { checkIsoMedia } from '../../lib/media/isoMedia.ts';
import { demuxers } from './formats.ts';

/**
 * What FFmpeg is told to read a file by one demuxer and nothing else.
 * @throws ConversionError where the file names others that FFmpeg would leave out and say nothing of
 */
export function inputArguments({ from, inputPath }: Work): string[] {
  const demuxer = own(demuxers, from);
  if (demuxer === undefined) throw new Error(`No row leads from ${from}.`);
  if (demuxer === 'mov') checkTracks(inputPath);
  return [
    ['-nostdin', '-hide_banner', '-y'],
    // A playlist under the name of a video names other files and addresses; neither it nor they are opened.
    ['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer, '-f', demuxer],
    from === 'wav' ? decoderOf(inputPath) : [],
    ['-i', `file:${inputPath}`],
  ].flat();
}

/** The decoder that reads samples with padding, which FFmpeg would take for samples themselves. */
function decoderOf(path: string): string[] {
  const file = openBytes(path);
  try {
    const bytes = paddedBytes(file);
    return bytes === undefined ? [] : ['-c:a', `pcm_s${bytes * 8}le`];
  } catch (error) {
    // FFmpeg says what is wrong with a file that ends in its header.
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
