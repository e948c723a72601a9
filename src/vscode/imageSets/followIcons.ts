import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';
import { problemOf } from '../../jobs/core/problem.ts';
import { baseName, folderOf, inFolder } from '../../jobs/files/fileUri.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { splitName } from '../../contract/safeFileName.ts';
import type { SiteIcons } from '../../references/snippets.ts';
import { outputsBySource } from '../batch/batchSummary.ts';
import type { BatchFollower } from '../batch/runBatch.ts';
import { pathFromHere } from '../references/pictures.ts';
import type { IconSetId } from '../../planning/work.ts';
import { problemText } from '../text/problems.ts';
import { say, sentences, type SafeText } from '../text/safeText.ts';
import { copyText } from '../ui/clipboard.ts';
import type { PlannedIcons } from './iconLayout.ts';
import { webManifest } from './iconSets.ts';
import { companionFailedText, iconFoldersText, iconsNotEnlargedText } from './imageSetTexts.ts';

/**
 * Adds the other files that a set of icons needs. A site gets them once all icons of its picture exist, even if some
 * had to be retried.
 */
export function followIcons(jobs: Jobs, imageSet: IconSetId, sets: readonly PlannedIcons[]): BatchFollower {
  const sites = new Map<string, PlacedSite>();
  const siteOf = async (set: PlannedIcons, batch: string, folder: string): Promise<PlacedSite> => {
    const { uri } = set.file;
    const placed = sites.get(uri) ?? (await placeSiteFiles(jobs, set, batch, folder));
    sites.set(uri, placed);
    return placed;
  };
  return {
    title: say('Creating icons'),
    started: async () => {},
    settled: async (settled) => {
      const whole = wholeSets(jobs, settled, sets);
      const placed: PlacedSite[] = [];
      if (imageSet === 'favicon') {
        for (const { set, batch, folder } of whole) placed.push(await siteOf(set, batch, folder));
      }
      const small = sets.flatMap(({ file, isSmall }) => (isSmall ? file.uri : []));
      const remark = sentences([
        iconFoldersText(whole.map(({ folder }) => folder)),
        iconsNotEnlargedText(small),
        ...placed.flatMap(({ faults }) => faults),
      ]);
      const icons = placed.map((site) => site.icons);
      if (icons.length === 0) return { remark };
      return {
        remark,
        step: { kind: 'followUp', title: say('Copy Links'), run: async () => copyIconLinks(icons) },
      };
    },
  };
}

interface WholeSet {
  readonly set: PlannedIcons;
  readonly batch: string;
  /** URI of the set's folder. */
  readonly folder: string;
}

/** The sets whose icons all exist. */
function wholeSets(jobs: Jobs, settled: readonly Job[], sets: readonly PlannedIcons[]): WholeSet[] {
  const [first] = settled;
  if (first === undefined) return [];
  const { batch } = first;
  const made = outputsBySource(jobs.all().filter((job) => job.batch === batch));
  const outputs = new Map(made.map((each) => [each.source, each.outputs]));
  return sets.flatMap((set) => {
    const [icon, ...others] = outputs.get(set.file.uri) ?? [];
    const isWhole = icon !== undefined && others.length + 1 === set.icons.length;
    return isWhole ? { set, batch, folder: folderOf(icon) } : [];
  });
}

/** Copies HTML that links to the icons of each site. Paths are relative to the text in the active editor. */
async function copyIconLinks(sites: readonly SiteIcons[]): Promise<void> {
  const { iconLinks } = await import('../../references/index.ts');
  const links = await Promise.all(
    sites.map(async ({ ico, svg, appleTouch, manifest }) =>
      iconLinks({
        ico: await pathTo(ico),
        svg: svg && (await pathTo(svg)),
        appleTouch: appleTouch && (await pathTo(appleTouch)),
        manifest: manifest && (await pathTo(manifest)),
      }),
    ),
  );
  await copyText(links.join('\n\n'));
}

async function pathTo(uri: string): Promise<string> {
  return pathFromHere(vscode.Uri.parse(uri));
}

/** The files of a site that have been saved. */
interface PlacedSite {
  readonly icons: SiteIcons;
  /** The reasons why other files couldn't be saved. */
  readonly faults: readonly SafeText[];
}

/** Adds two files to the folder with a site's icons: the manifest that lists them, and the original if it is an SVG. */
async function placeSiteFiles(
  jobs: Jobs,
  { file, icons }: PlannedIcons,
  batch: string,
  folder: string,
): Promise<PlacedSite> {
  const faults: SafeText[] = [];
  const place = async (name: string, content: () => Promise<Uint8Array>): Promise<string | undefined> => {
    const uri = inFolder(folder, name);
    try {
      await jobs.placeBeside(batch, uri, await content());
      return uri;
    } catch (error) {
      faults.push(companionFailedText(uri, problemText(problemOf(error))));
      return undefined;
    }
  };
  const { stem } = splitName(baseName(file.uri));
  const isNamed = icons.some(({ purpose }) => purpose !== undefined);
  const hasAppleTouch = icons.some(({ name }) => name === 'apple-touch-icon');
  return {
    icons: {
      ico: inFolder(folder, 'favicon.ico'),
      svg: file.format === 'svg' ? await place('icon.svg', async () => bytesOf(file.uri)) : undefined,
      appleTouch: hasAppleTouch ? inFolder(folder, 'apple-touch-icon.png') : undefined,
      manifest: isNamed
        ? await place('site.webmanifest', async () => new TextEncoder().encode(webManifest(stem, icons)))
        : undefined,
    },
    faults,
  };
}

async function bytesOf(uri: string): Promise<Uint8Array> {
  return vscode.workspace.fs.readFile(vscode.Uri.parse(uri));
}
