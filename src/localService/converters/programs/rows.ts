import * as z from 'zod/mini';
import type { ProgramId } from '../../programs/programs.ts';
import { oneCredit } from '../cost.ts';
import type { ConversionRow } from '../row.ts';
import { calibreSources, calibreTargets } from './calibreFormats.ts';
import {
  audioSources,
  audioTargets,
  type FfmpegTarget,
  ffmpegTargets,
  pictureTargets,
  silentSources,
  videoSources,
  videoTargets,
} from './ffmpegFormats.ts';
import { ffmpegOptionsOf } from './ffmpegOptions.ts';
import { devices, ghostscriptSources } from './ghostscriptFormats.ts';
import { ghostscriptOptionsOf } from './ghostscriptOptions.ts';
import { families } from './libreOfficeFormats.ts';
import { pandocReaders, pandocWriters } from './pandocFormats.ts';

const none = z.strictObject({});

/** Every source with every target but itself. */
function pairs(sources: Iterable<string>, targets: Iterable<string>): { from: string; to: string }[] {
  const all = [...targets];
  return [...sources].flatMap((from) => all.filter((to) => to !== from).map((to) => ({ from, to })));
}

type Facts = Pick<ConversionRow, 'from' | 'to' | 'lossy' | 'drops'> & Partial<Pick<ConversionRow, 'options'>>;

function row(engine: ProgramId, facts: Facts): ConversionRow {
  return { engine, cost: oneCredit, options: none, ...facts };
}

const videoTargetNames = Object.keys(videoTargets);
const moving = Object.keys(videoSources);

const ffmpegRows = [
  ...pairs(moving, [...videoTargetNames, ...Object.keys(pictureTargets), ...Object.keys(audioTargets)]),
  ...pairs(Object.keys(silentSources), [...videoTargetNames, ...Object.keys(pictureTargets)]),
  ...pairs(Object.keys(audioSources), Object.keys(audioTargets)),
].map(({ from, to }) => {
  const target: FfmpegTarget | undefined = ffmpegTargets[to];
  const isVideo = moving.includes(from);
  const drops = [
    ...(isVideo && !target?.audio ? ['sound'] : []),
    ...(isVideo && !target?.video ? ['video'] : []),
    ...(isVideo ? ['subtitles'] : []),
    ...(isVideo && !target?.manyTracks ? ['audioTracks'] : []),
    ...(Object.hasOwn(audioSources, from) ? ['cover'] : []),
    ...(target?.drops ?? []),
  ];
  return row('ffmpeg', { from, to, lossy: !target?.lossless, drops, options: ffmpegOptionsOf(to) });
});

/** What plain text and tables of values have no place for. */
const officeDrops: Readonly<Record<string, readonly string[]>> = {
  txt: ['layout', 'pictures', 'formatting'],
  csv: ['formatting', 'drawings', 'formulas', 'sheets'],
  dif: ['formatting', 'drawings', 'formulas', 'sheets'],
  slk: ['formatting', 'drawings', 'sheets'],
  html: ['layout'],
  xhtml: ['layout'],
  png: ['pages', 'text', 'hyperlinks', 'vector'],
  jpg: ['pages', 'text', 'hyperlinks', 'vector'],
  svg: ['pages', 'hyperlinks'],
  pdf: ['formulas'],
};

const libreOfficeRows = Object.values(families).flatMap(({ sources, targets }) =>
  pairs(Object.keys(sources), Object.keys(targets)).map(({ from, to }) => {
    const drops = [...(officeDrops[to] ?? []), ...(from.endsWith('m') ? ['macros'] : [])];
    return row('libreOffice', { from, to, lossy: drops.length > 0 || to === 'jpg', drops });
  }),
);

const pandocRows = pairs(Object.keys(pandocReaders), Object.keys(pandocWriters))
  // LibreOffice keeps more of these in RTF, and of a notebook only the text comes into FB2.
  .filter(({ from, to }) => !(to === 'rtf' && Object.hasOwn(families.text.sources, from)))
  .filter(({ from, to }) => !(from === 'ipynb' && to === 'fb2'))
  .map((pair) =>
    row('pandoc', {
      ...pair,
      lossy: true,
      drops: pair.to === 'txt' ? ['layout', 'pictures', 'formatting'] : ['layout', 'pictures'],
    }),
  );

const calibreRows = pairs(calibreSources, calibreTargets).map((pair) =>
  row('calibre', {
    ...pair,
    lossy: true,
    drops: pair.to.startsWith('txt') ? ['layout', 'pictures', 'formatting'] : ['layout'],
  }),
);

const ghostscriptRows = pairs(ghostscriptSources, Object.keys(devices)).map(({ from, to }) => {
  const { onePage, isPicture } = devices[to] ?? {};
  const drops = [
    ...(onePage ? ['pages'] : []),
    ...(isPicture ? ['vector', 'text', 'hyperlinks'] : []),
    ...(to === 'txt' ? ['layout', 'pictures'] : []),
    ...(to === 'ps' || to === 'eps' ? ['text', 'hyperlinks'] : []),
  ];
  return row('ghostscript', { from, to, lossy: to === 'jpg', drops, options: ghostscriptOptionsOf(to) });
});

/** What the programs can do, the better one of a pair first. */
export const programConversions: readonly ConversionRow[] = [
  ...ffmpegRows,
  ...pandocRows,
  ...libreOfficeRows,
  ...calibreRows,
  ...ghostscriptRows,
];
