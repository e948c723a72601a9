import type { Encoding } from './encoding.ts';
import { pictureSettings } from './pictureArguments.ts';
import type { MediaFacts } from './probe.ts';
import { isFat, soundSettings } from './soundArguments.ts';
import type { CompressionTarget, Settings } from './targets.ts';

/** What of the kilobits of a film each of its sounds takes: this share, and no less and no more. */
const soundShare = { least: 24, share: 0.15, most: 128 } as const;

/**
 * What FFmpeg is told to keep of a file, and to encode anew. Covers, texts and attachments stay as they are; what devices write
 * beside pictures and sound is left out, for no other program can place it.
 */
export function encodingArguments(target: CompressionTarget, facts: MediaFacts, wanted: Encoding): string[] {
  const pictures = facts.tracks.filter(({ kind }) => kind === 'picture');
  const sounds = facts.tracks.filter(({ kind }) => kind === 'sound');
  const forSound = target.pictures ? shareOf(wanted.kilobits, sounds.length) : wanted.kilobits;
  const rest = Math.max(1, (wanted.kilobits ?? 0) - (forSound ?? 0) * sounds.length);
  const forPictures = { ...wanted, kilobits: wanted.kilobits === undefined ? undefined : rest };
  const kept = target.coverIsTag ? ['0:a'] : ['0:v?', '0:a?', '0:s?', '0:t?'];
  return [
    ...kept.flatMap((tracks) => ['-map', tracks]),
    '-c',
    'copy',
    ...(target.coverIsTag ? [] : pictures).flatMap((track, index) => {
      const isCover = track.isCover || target.pictures === undefined;
      const settings = isCover ? cover : pictureSettings(target.pictures, track, forPictures);
      return settingsOf(`v:${index}`, settings);
    }),
    ...sounds.flatMap((track, index) => {
      const encoding = { ...wanted, kilobits: forSound };
      const stays = target.pictures && !isFat(target.sounds, track, encoding);
      return stays ? [] : settingsOf(`a:${index}`, soundSettings(target.sounds, track, encoding));
    }),
    ...(target.flags ?? []),
  ];
}

const cover: Settings = { c: 'copy', disposition: 'attached_pic' };

function shareOf(kilobits: number | undefined, sounds: number): number | undefined {
  if (kilobits === undefined || sounds === 0) return kilobits;
  const { least, share, most } = soundShare;
  return Math.max(least, Math.min(most, Math.floor((kilobits * share) / sounds)));
}

function settingsOf(track: string, settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`-${name}:${track}`, value]);
}
