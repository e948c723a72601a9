import type { Program } from '../../api/program.ts';

export const ffmpegProgram: Program = {
  name: 'FFmpeg',
  executables: ['ffmpeg'],
  address: 'https://ffmpeg.org/download.html',
  version: { args: ['-version'], answer: /^ffmpeg version n?(\d+(?:\.\d+)+)/m },
};
