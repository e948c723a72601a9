import type { Target } from './offer.ts';

/** The formats that most people mean, whatever the source is, in the order that they are shown in. */
const common = [
  'jpg png webp avif gif svg ico',
  'pdf docx odt md html txt epub pptx',
  'xlsx csv json yaml toml xml',
  'mp3 m4a wav flac mp4 webm mov mkv',
  'zip tar.gz 7z ttf otf woff2',
].flatMap((formats) => formats.split(' '));

/** The formats that most people mean, then the others as they come. */
export function commonFirst(formats: readonly string[]): string[] {
  const most = common.filter((format) => formats.includes(format));
  return [...most, ...formats.filter((format) => !most.includes(format))];
}

/** Targets as a person looks for them; each is in one group. */
export interface TargetGroups {
  /** Chosen before, the latest first. */
  readonly recent: readonly Target[];
  readonly common: readonly Target[];
  /** By name. */
  readonly others: readonly Target[];
}

/** Groups `targets`, given the formats that were chosen before, the latest first. */
export function groupTargets(targets: readonly Target[], recentFormats: readonly string[]): TargetGroups {
  const among = (formats: readonly string[]): Target[] =>
    formats.flatMap((format) => targets.find((target) => target.format === format) ?? []);
  const recent = among(recentFormats);
  return {
    recent,
    common: among(common.filter((format) => !recentFormats.includes(format))),
    others: targets
      .filter(({ format }) => !recentFormats.includes(format) && !common.includes(format))
      .toSorted((a, b) => a.format.localeCompare(b.format, 'en')),
  };
}
