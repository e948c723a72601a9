import { own } from '../../../util/own.ts';
import type { Hole } from '../../api/engineDescription.ts';
import { demuxers } from './formats.ts';

const readBy = (...names: readonly string[]): string[] =>
  Object.keys(demuxers).filter((format) => names.includes(own(demuxers, format) ?? ''));

export const ffmpegHoles: readonly Hole[] = [
  {
    // A decoder of videos writes beyond its memory; the branches were mended one by one (jellyfin/jellyfin-ffmpeg#730).
    formats: readBy('avi', 'mov', 'matroska', 'asf'),
    versions: [{ fixedIn: '7.1.5' }, { from: '8.0', fixedIn: '8.0.3' }, { from: '8.1', fixedIn: '8.1.2' }],
    advisories: ['CVE-2026-8461'],
  },
];
