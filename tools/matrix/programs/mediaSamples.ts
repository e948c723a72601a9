import path from 'node:path';
import { demuxers } from '../../../src/engines/programs/ffmpeg/formats.ts';
import { printed } from '../../../test/support/service/program.ts';
import { samplesFolder } from './scratch.ts';

/** FFmpeg's arguments for ambiguous extensions, and for formats whose default codec we support without it. */
const special: Readonly<Record<string, readonly string[]>> = {
  '3gp': ['-c:v', 'libx264', '-c:a', 'aac'],
  '3g2': ['-c:v', 'libx264', '-c:a', 'aac'],
  m4r: ['-f', 'ipod', '-vn'],
  m4a: ['-vn'],
  weba: ['-f', 'webm', '-vn'],
  mka: ['-vn', '-c:a', 'ac3'],
  wav: ['-c:a', 'adpcm_ms'],
  w64: ['-c:a', 'adpcm_ms'],
  aiff: ['-vn', '-c:a', 'adpcm_ima_qt'],
  au: ['-c:a', 'adpcm_g722', '-ar', '16000'],
  ogg: ['-vn', '-c:a', 'libvorbis'],
  m2ts: ['-f', 'mpegts', '-mpegts_m2ts_mode', '1'],
  y4m: ['-pix_fmt', 'yuv420p'],
  wma: ['-vn'],
  mxf: ['-ar', '48000'],
};

export const samplePitch = 440;
export const sampleSize = { width: 160, height: 120 };
export const mediaSample = (format: string): string => path.join(samplesFolder(), `tone.${format}`);

/** Lets FFmpeg write a second of its test picture with a tone in all source formats. */
export async function makeMediaSamples(): Promise<void> {
  const picture = `testsrc=duration=1:size=${sampleSize.width}x${sampleSize.height}:rate=25`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=${samplePitch}:duration=1`];
  for (const format of Object.keys(demuxers).filter((each) => each !== 'amr')) {
    const options = ['-shortest', ...(special[format] ?? []), mediaSample(format)];
    await printed('ffmpeg', ['-v', 'error', '-y', ...inputs, ...options]);
  }
  // Debian's FFmpeg reads AMR but can't write it.
  await printed('sox', [mediaSample('wav'), '-r', '8000', '-c', '1', '-t', 'amr-nb', mediaSample('amr')]);
}
